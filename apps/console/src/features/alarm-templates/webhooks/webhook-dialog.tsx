import { type ChannelKey, channelKeys, channels } from '@gwanje/contract/alarms/channels';
import {
  insertWebhook,
  sendTestWebhook,
  updateWebhook,
  type Webhook,
} from '@gwanje/contract/alarms/webhooks';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { AlarmTemplateId } from '@gwanje/contract/definition/fields';
import { languageNames, languages } from '@gwanje/domain/i18n/language';
import { TextButton } from '@gwanje/ui/buttons';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { hasErrors, NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { type Translate, useT, useTexts } from '#core/i18n/i18n.ts';
import { deliveryText } from '#entities/alarms/deliveries/delivery-text.ts';
import classes from '../templates.module.css';
import {
  AddressInputs,
  BodyFields,
  HoursFields,
  SubGroupsField,
  type WebhookFieldsProps,
} from './webhook-fields.tsx';
import { type WebhookDraft, webhookBody, webhookDraft, webhookErrors } from './webhook-form.ts';

interface WebhookDialogProps {
  readonly alarmTemplateId: AlarmTemplateId;
  readonly webhook: Webhook | null;
  readonly onSaved: () => Promise<void>;
  /** Loads the current version of the webhook. */
  readonly reload: (webhook: Webhook | null) => Promise<Webhook | null>;
  readonly onClose: () => void;
}

const REASONS = {
  name: NAME_REASONS,
  url: {},
  recipientList: {},
  secret: {},
  successText: {},
  bodyTemplate: { unknownVariable: 'alarmTemplates.hook.unknownVariable' },
  hours: {},
  quietHours: {},
  forSubGroupIdList: {},
  escalateAfterMin: {},
} as const;

export function WebhookDialog({ alarmTemplateId, webhook, onSaved, reload, onClose }: WebhookDialogProps) {
  const { t, language } = useTexts();
  const form = useEditForm({
    initialValues: webhookDraft(webhook, language),
    validate: webhookErrors,
    reasons: REASONS,
    save: async (draft): Promise<unknown> => {
      const body = webhookBody(draft);
      if (webhook === null) return call(insertWebhook, { body: { alarmTemplateId, ...body } });
      const { version } = draft;
      return call(updateWebhook, {
        body: { webhookId: webhook.webhookId, ...body, ...(version !== undefined && { version }) },
      });
    },
    conflict: {
      reload: async () => webhookDraft(await reload(webhook), language),
      overwrite: (mine, { version }) => ({ ...mine, version }),
    },
    onSaved: async () => {
      onClose();
      await onSaved();
    },
  });
  const { values, change } = form;

  return (
    <FormDialog
      title={t(webhook === null ? 'alarmTemplates.hook.add' : 'alarmTemplates.hook.edit')}
      submitLabel={t(webhook === null ? 'alarmTemplates.hook.add' : 'common.save')}
      width={720}
      onClose={onClose}
      {...form.frame}
    >
      <div className={classes.half}>
        <NameField label={t('alarmTemplates.name')} {...form.input('name')} />
        <NativeSelect
          label={t('alarmTemplates.hook.kind')}
          value={values.kind}
          data={channelKeys.map((kind) => ({ value: kind, label: t(`alarmTemplates.hook.kinds.${kind}`) }))}
          onChange={(event) => {
            const kind = channelKeys.find((one) => one === event.currentTarget.value);
            if (kind) change({ kind, ...startOf(kind, values.url) });
          }}
        />
      </div>
      <AddressInputs form={form} />
      <div className={classes.third}>
        <NativeSelect
          label={t('alarmTemplates.hook.minLevel')}
          value={String(values.minLevel)}
          data={[
            { value: '1', label: t('alarmTemplates.hook.all') },
            { value: '5', label: t('alarmTemplates.hook.criticalOnly') },
          ]}
          onChange={(event) => change({ minLevel: event.currentTarget.value === '5' ? 5 : 1 })}
        />
        <NativeSelect
          label={t('alarmTemplates.hook.language')}
          value={values.language}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(event) => change({ language: event.currentTarget.value === 'en' ? 'en' : 'ko' })}
        />
        <TextInput
          label={t('alarmTemplates.hook.escalate')}
          placeholder={t('alarmTemplates.hook.atOnce')}
          inputMode="numeric"
          {...form.input('escalateAfterMin')}
        />
      </div>
      <div className={classes.half}>
        <Switch size="xs" label={t('alarmTemplates.hook.use')} {...form.flag('isOn')} />
        <Switch size="xs" label={t('alarmTemplates.hook.recovery')} {...form.flag('sendsRecovery')} />
      </div>
      <SubGroupsField form={form} />
      <HoursFields form={form} field="hours" />
      <HoursFields form={form} field="quietHours" />
      <BodyFields form={form} />
      <TestMessage form={form} alarmTemplateId={alarmTemplateId} />
    </FormDialog>
  );
}

/** What another channel begins with. The address of a service that the user did not change goes with its channel. */
function startOf(kind: ChannelKey, url: string): Pick<WebhookDraft, 'hasOwnBody' | 'url'> {
  const isUntouched = url === '' || channelKeys.some((key) => channels[key].defaultUrl === url);
  const { startsWithOwnBody = false, defaultUrl = '' } = channels[kind];
  return { hasOwnBody: startsWithOwnBody, url: isUntouched ? defaultUrl : url };
}

interface TestMessageProps extends WebhookFieldsProps {
  readonly alarmTemplateId: AlarmTemplateId;
}

/** Sends a test message with the fields as typed, saved or not, and shows the result. */
function TestMessage({ form, alarmTemplateId }: TestMessageProps) {
  const t = useT();
  const [answer, setAnswer] = useState<ResponseOf<typeof sendTestWebhook>>();
  const { save: send, isSaving } = useSave({
    save: async () => {
      setAnswer(undefined);
      const { name: _unnamed, ...fieldErrors } = webhookErrors(form.values);
      if (hasErrors(fieldErrors)) {
        form.refuse(fieldErrors);
        return false;
      }
      const { kind, bodyTemplate, language, url, recipientList, secret, successText } = webhookBody(
        form.values,
      );
      const address = { url, recipientList, secret, successText };
      const body = { alarmTemplateId, kind, bodyTemplate, language, ...address };
      return call(sendTestWebhook, { body });
    },
    onSaved: setAnswer,
  });

  return (
    <div className={classes.test} aria-live="polite">
      <TextButton icon="mdi-send-outline" loading={isSaving} onClick={() => send()}>
        {t('alarmTemplates.hook.test')}
      </TextButton>
      {answer?.isDelivered && (
        <span className={classes.good}>
          {t('alarmTemplates.hook.delivered', { tookMs: answer.tookMs, status: answer.status ?? '-' })}
        </span>
      )}
      {answer && !answer.isDelivered && <span className={classes.bad}>{failureText(answer, t)}</span>}
    </div>
  );
}

/** What went wrong, and what the person at the form can do about it. */
function failureText({ reason, status }: ResponseOf<typeof sendTestWebhook>, t: Translate): string {
  const why = reason ?? 'connection';
  const detail = status === null ? null : String(status);
  return `${deliveryText({ why, detail }, t)} ${t(`alarmTemplates.hook.advice.${why}`)}`;
}
