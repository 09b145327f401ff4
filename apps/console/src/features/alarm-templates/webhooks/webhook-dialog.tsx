import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Combobox.css';
import { channelKeys, channels } from '@gwanje/contract/alarms/channels';
import { insertWebhook, updateWebhook, type Webhook } from '@gwanje/contract/alarms/webhooks';
import type { AlarmTemplateId } from '@gwanje/contract/definition/ids';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { hasErrors, NAME_REASONS, serverFieldErrors } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { isEditConflict, showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import { AddressInput } from './address-input.tsx';
import { HoursFields } from './hours-fields.tsx';
import { SendTestMessage } from './send-test-message.tsx';
import { SubGroupsField } from './sub-groups-field.tsx';
import { WebhookBody } from './webhook-body.tsx';
import { type Merged, mergedDraft } from './webhook-conflict.ts';
import { WebhookConflictNotice } from './webhook-conflict-notice.tsx';
import {
  type WebhookDraft,
  type WebhookField,
  webhookBody,
  webhookDraft,
  webhookErrors,
} from './webhook-form.ts';

interface WebhookDialogProps {
  readonly alarmTemplateId: AlarmTemplateId;
  readonly webhook: Webhook | null;
  readonly onSaved: () => Promise<void>;
  /** Loads the webhook as stored now; undefined if it was deleted. */
  readonly reload: (webhook: Webhook) => Promise<Webhook | undefined>;
  readonly onClose: () => void;
}

const REASONS = {
  name: NAME_REASONS,
  url: {},
  recipientList: {},
  bodyTemplate: { unknownVariable: 'alarmTemplates.hook.unknownVariable' },
  hours: {},
  quietHours: {},
  forSubGroupIdList: {},
  escalateAfterMin: {},
} as const;

export function WebhookDialog(props: WebhookDialogProps) {
  const { alarmTemplateId, onSaved, reload, onClose } = props;
  const t = useT();
  const language = useLanguage();
  const [webhook, setWebhook] = useState(props.webhook);
  const [first, setFirst] = useState(() => webhookDraft(webhook, language));
  const [draft, setDraft] = useState<WebhookDraft>(first);
  const [differing, setDiffering] = useState<Merged['differing']>();
  const { faults, setFaults, attempt, refuse } = useFaults<WebhookField>({});
  const [isBusy, run] = useBusy();
  const address = channels[draft.kind].address;

  function change(patch: Partial<WebhookDraft>) {
    setDraft({ ...draft, ...patch });
    setFaults({});
  }

  async function save(): Promise<void> {
    const found = webhookErrors(draft);
    if (hasErrors(found)) return refuse(found);
    const body = webhookBody(draft);
    try {
      if (webhook === null) await call(insertWebhook, { body: { alarmTemplateId, ...body } });
      else
        await call(updateWebhook, {
          body: { webhookId: webhook.webhookId, ...body, version: webhook.version },
        });
    } catch (error) {
      if (webhook !== null && isEditConflict(error)) return mergeStoredVersion(webhook, error);
      const refused = serverFieldErrors<WebhookField>(error, REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
      return;
    }
    onClose();
    await onSaved();
  }

  async function mergeStoredVersion(before: Webhook, refusal: unknown): Promise<void> {
    try {
      const now = await reload(before);
      if (now === undefined) return showFailure(refusal);
      const stored = webhookDraft(now, language);
      const merged = mergedDraft(first, draft, stored);
      setWebhook(now);
      setFirst(stored);
      setDraft(merged.draft);
      setDiffering(merged.differing);
    } catch (error) {
      await showFailure(error);
    }
  }

  return (
    <FormDialog
      title={t(webhook === null ? 'alarmTemplates.hook.add' : 'alarmTemplates.hook.edit')}
      submitLabel={t(webhook === null ? 'alarmTemplates.hook.add' : 'common.save')}
      width={720}
      isDirty={!isBusy && JSON.stringify(draft) !== JSON.stringify(first)}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      {differing && <WebhookConflictNotice stored={first} differing={differing} />}
      <div className={classes.half}>
        <NameField
          label={t('alarmTemplates.name')}
          value={draft.name}
          error={faults.name && t(faults.name)}
          onChange={(name) => change({ name })}
        />
        <NativeSelect
          label={t('alarmTemplates.hook.kind')}
          value={draft.kind}
          data={channelKeys.map((kind) => ({ value: kind, label: t(`alarmTemplates.hook.kinds.${kind}`) }))}
          onChange={(event) => {
            const kind = channelKeys.find((one) => one === event.currentTarget.value);
            if (kind) change({ kind, hasOwnBody: channels[kind].startsWithOwnBody });
          }}
        />
      </div>
      <AddressInput
        field={address}
        value={draft[address]}
        fault={faults[address] && t(faults[address])}
        onChange={(value) => change({ [address]: value })}
      />
      <div className={classes.third}>
        <NativeSelect
          label={t('alarmTemplates.hook.minLevel')}
          value={String(draft.minLevel)}
          data={[
            { value: '1', label: t('alarmTemplates.hook.all') },
            { value: '5', label: t('alarmTemplates.hook.criticalOnly') },
          ]}
          onChange={(event) => change({ minLevel: event.currentTarget.value === '5' ? 5 : 1 })}
        />
        <NativeSelect
          label={t('alarmTemplates.hook.language')}
          value={draft.language}
          data={[
            { value: 'ko', label: '한국어' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(event) => change({ language: event.currentTarget.value === 'en' ? 'en' : 'ko' })}
        />
        <TextInput
          label={t('alarmTemplates.hook.escalate')}
          placeholder={t('alarmTemplates.hook.atOnce')}
          value={draft.escalateAfterMin}
          error={faults.escalateAfterMin && t(faults.escalateAfterMin)}
          inputMode="numeric"
          onChange={(event) => change({ escalateAfterMin: event.currentTarget.value })}
        />
      </div>
      <div className={classes.half}>
        <Switch
          size="xs"
          label={t('alarmTemplates.hook.use')}
          checked={draft.isOn}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        <Switch
          size="xs"
          label={t('alarmTemplates.hook.recovery')}
          checked={draft.sendsRecovery}
          onChange={(event) => change({ sendsRecovery: event.currentTarget.checked })}
        />
      </div>
      <SubGroupsField
        draft={draft}
        fault={faults.forSubGroupIdList && t(faults.forSubGroupIdList)}
        onChange={change}
      />
      <HoursFields
        label={t('alarmTemplates.hook.hours')}
        hours={draft.hours}
        fault={faults.hours && t(faults.hours)}
        onChange={(hours) => change({ hours })}
      />
      <HoursFields
        label={t('alarmTemplates.hook.quietHours')}
        hours={draft.quietHours}
        fault={faults.quietHours && t(faults.quietHours)}
        onChange={(quietHours) => change({ quietHours })}
      />
      <WebhookBody draft={draft} fault={faults.bodyTemplate && t(faults.bodyTemplate)} onChange={change} />
      <SendTestMessage alarmTemplateId={alarmTemplateId} draft={draft} onFaults={(found) => refuse(found)} />
    </FormDialog>
  );
}
