import { useEditForm } from '#components/forms/use-edit-form.ts';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Combobox.css';
import { addSnooze } from '@gwanje/contract/alarms/alarm-snoozes';
import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { formatElapsed } from '@gwanje/domain/formats/elapsed';
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { call } from '#core/api/client.ts';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from './actions.module.css';
import { SNOOZE_MINUTES, type SnoozeScope, snoozeScopesOf } from './snooze-scopes.ts';

export const scopeKeys: Readonly<Record<SnoozeScope, PlainKey>> = {
  object: 'alarms.snoozing.object',
  owner: 'alarms.snoozing.owner',
  node: 'alarms.snoozing.node',
  cluster: 'alarms.snoozing.cluster',
};

const MINUTE_MS = 60_000;
const MAX_REASON = 500;
const USUAL_MIN = 60;

interface SnoozeDialogProps {
  readonly alarm: AlarmRow;
  readonly onClose: () => void;
}

/** Stops notifications for a while. Alarms are still raised and shown. */
export function SnoozeDialog({ alarm, onClose }: SnoozeDialogProps) {
  const t = useT();
  const language = useLanguage();
  const scopes = snoozeScopesOf(alarm);
  const form = useEditForm({
    initialValues: { scope: scopes[0]?.of.scope ?? 'cluster', minutes: USUAL_MIN, reason: '' },
    isChanged: ({ reason }) => reason.trim() !== '',
    reasons: { reason: {} },
    save: async ({ scope, minutes, reason }) => {
      const chosen = scopes.find(({ of }) => of.scope === scope);
      return chosen ? call(addSnooze, { body: { of: chosen.of, minutes, reason: reason.trim() } }) : false;
    },
    onSaved: async () => {
      onClose();
      await refreshAlarms();
    },
  });
  const { values, change } = form;

  return (
    <FormDialog title={t('alarms.snooze')} submitLabel={t('alarms.snooze')} onClose={onClose} {...form.frame}>
      <p className={classes.lead}>{t('alarms.snoozing.about')}</p>
      <Radio.Group
        label={t('alarms.snoozing.what')}
        value={values.scope}
        onChange={(value) =>
          change({ scope: scopes.find(({ of }) => of.scope === value)?.of.scope ?? 'cluster' })
        }
      >
        <div className={classes.scopes}>
          {scopes.map(({ of, name }) => (
            <Radio
              key={of.scope}
              size="xs"
              value={of.scope}
              label={
                <>
                  {t(scopeKeys[of.scope])} <bdi className={classes.scopeName}>{name}</bdi>
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <NativeSelect
        label={t('alarms.snoozing.howLong')}
        value={String(values.minutes)}
        data={SNOOZE_MINUTES.map((value) => ({
          value: String(value),
          label: formatElapsed(value * MINUTE_MS, language).split(' ')[0] ?? '',
        }))}
        onChange={({ currentTarget }) => change({ minutes: Number(currentTarget.value) })}
      />
      <TextInput
        label={t('alarms.snoozing.reason')}
        maxLength={MAX_REASON}
        dir="auto"
        {...form.input('reason')}
      />
    </FormDialog>
  );
}
