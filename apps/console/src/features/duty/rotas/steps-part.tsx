import { stepReceivers } from '@gwanje/contract/alarms/alarm-escalation';
import { MAX_STEPS } from '@gwanje/contract/duty/duty-rotas';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Panel } from '@gwanje/ui/panel';
import { NativeSelect, TextInput } from '@mantine/core';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from './rota.module.css';
import type { RotaForm, StepDraft } from './rota-form.ts';

interface StepsPartProps {
  readonly form: RotaForm;
  readonly errors: ReadonlyMap<string, PlainKey>;
}

/** Who is notified, and how long after an alarm that nobody has acknowledged. */
export function StepsPart({ form, errors }: StepsPartProps) {
  const t = useT();
  const { stepList } = form.values;
  const { isReadOnly } = form;
  const replaceBy = (steps: readonly StepDraft[]) => form.change({ stepList: steps });
  const change = (step: StepDraft, patch: Partial<StepDraft>) =>
    replaceBy(stepList.map((one) => (one === step ? { ...one, ...patch } : one)));
  const error = form.errorOf('stepList');
  const lastMin = Number(stepList.at(-1)?.afterMin ?? 0);
  return (
    <Panel
      title={t('duty.form.steps')}
      note={t('duty.form.stepsNote')}
      actions={
        !isReadOnly &&
        stepList.length < MAX_STEPS && (
          <TextButton
            icon="mdi-plus"
            onClick={() =>
              replaceBy([
                ...stepList,
                { to: 'lead', afterMin: String(Number.isFinite(lastMin) ? lastMin + 15 : 15), minLevel: 1 },
              ])
            }
          >
            {t('duty.form.addStep')}
          </TextButton>
        )
      }
      padded
    >
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {stepList.length === 0 && <p className={classes.note}>{t('duty.form.noSteps')}</p>}
      <ol className={classes.slots}>
        {stepList.map((step, index) => {
          const found = errors.get(`stepList.${index}.afterMin`);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
            <li key={index} className={classes.slot}>
              <span className={classes.turn}>{t('duty.form.stepNo', { no: index + 1 })}</span>
              <TextInput
                label={index === 0 ? t('duty.form.step.afterMin') : undefined}
                aria-label={t('duty.form.stepField', { no: index + 1, field: t('duty.form.step.afterMin') })}
                inputMode="numeric"
                value={step.afterMin}
                error={found && t(found)}
                onChange={(event) => change(step, { afterMin: event.currentTarget.value })}
              />
              <NativeSelect
                label={index === 0 ? t('duty.form.step.to') : undefined}
                aria-label={t('duty.form.stepField', { no: index + 1, field: t('duty.form.step.to') })}
                value={step.to}
                data={stepReceivers.map((value) => ({ value, label: t(`duty.receiver.${value}`) }))}
                onChange={({ currentTarget: { value } }) => {
                  const to = stepReceivers.find((one) => one === value);
                  if (to) change(step, { to });
                }}
              />
              <NativeSelect
                label={index === 0 ? t('duty.form.step.minLevel') : undefined}
                aria-label={t('duty.form.stepField', { no: index + 1, field: t('duty.form.step.minLevel') })}
                value={String(step.minLevel)}
                data={[
                  { value: '1', label: t('duty.form.step.all') },
                  { value: '5', label: t('duty.form.step.criticalOnly') },
                ]}
                onChange={(event) => change(step, { minLevel: event.currentTarget.value === '5' ? 5 : 1 })}
              />
              {!isReadOnly && (
                <IconButton
                  icon="mdi-close"
                  label={t('duty.form.removeStep', { no: index + 1 })}
                  onClick={() => replaceBy(stepList.filter((one) => one !== step))}
                />
              )}
            </li>
          );
        })}
      </ol>
      <p className={classes.note}>{t('duty.form.stepsHint')}</p>
    </Panel>
  );
}
