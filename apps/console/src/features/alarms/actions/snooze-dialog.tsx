import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Combobox.css';
import { addSnooze } from '@gwanje/contract/alarm-snoozes';
import type { AlarmRow } from '@gwanje/contract/alarms';
import { formatElapsed } from '@gwanje/domain/formats/elapsed';
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
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

/** Nobody is told for a while; what happens is raised and shown all the same. */
export function SnoozeDialog({ alarm, onClose }: SnoozeDialogProps) {
  const t = useT();
  const language = useLanguage();
  const scopes = snoozeScopesOf(alarm);
  const [scope, setScope] = useState(scopes[0]?.of.scope ?? 'cluster');
  const [minutes, setMinutes] = useState(USUAL_MIN);
  const [reason, setReason] = useState('');
  const [isBusy, run] = useBusy();

  async function save(): Promise<void> {
    const chosen = scopes.find(({ of }) => of.scope === scope);
    if (!chosen) return;
    try {
      await call(addSnooze, { body: { of: chosen.of, minutes, reason: reason.trim() } });
    } catch (error) {
      await showFailure(error);
      return;
    }
    onClose();
    await refreshAlarms();
  }

  return (
    <FormDialog
      title={t('alarms.snooze')}
      submitLabel={t('alarms.snooze')}
      isDirty={reason.trim() !== ''}
      isBusy={isBusy}
      attempt={0}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('alarms.snoozing.about')}</p>
      <Radio.Group
        label={t('alarms.snoozing.what')}
        value={scope}
        onChange={(value) => setScope(scopes.find(({ of }) => of.scope === value)?.of.scope ?? 'cluster')}
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
        value={String(minutes)}
        data={SNOOZE_MINUTES.map((value) => ({
          value: String(value),
          label: formatElapsed(value * MINUTE_MS, language).split(' ')[0] ?? '',
        }))}
        onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
      />
      <TextInput
        label={t('alarms.snoozing.reason')}
        maxLength={MAX_REASON}
        dir="auto"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
