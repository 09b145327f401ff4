import type { ChosenLevel } from '@gwanje/domain/alarms/lifecycle';
import { formatNumber } from '@gwanje/domain/formats/number';
import { labelOf } from '@gwanje/domain/labels';
import { confirmLevelKey } from '@gwanje/domain/mappings/alarm';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useBusy } from '#components/forms/use-busy.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import classes from './actions.module.css';
import { type Confirmable, confirmPlan } from './confirm-plan.ts';
import { sendConfirm } from './send-confirm.ts';

const MAX_MEMO = 2000;

interface ConfirmDialogProps {
  readonly chosen: readonly Confirmable[];
  readonly level: ChosenLevel;
  readonly onClose: (isDone: boolean) => void;
}

/** Describes the effect of the change, and takes an optional memo. */
export function ConfirmDialog({ chosen, level, onClose }: ConfirmDialogProps) {
  const t = useT();
  const language = useLanguage();
  const [memo, setMemo] = useState('');
  const [isBusy, run] = useBusy();
  const plan = confirmPlan(chosen, level);
  const state = labelOf(confirmLevelKey(level), language);

  async function send(): Promise<void> {
    onClose(await sendConfirm(plan.rows, level, memo));
  }

  return (
    <FormDialog
      title={t('alarms.confirm.title', { state })}
      submitLabel={state}
      isDirty={memo.trim() !== ''}
      isBusy={isBusy}
      isBlocked={plan.rows.length === 0}
      attempt={0}
      onSubmit={() => void run(send)}
      onClose={() => onClose(false)}
    >
      <div className={classes.says}>
        <p className={classes.lead}>
          {plan.rows.length === 0
            ? t('alarms.confirm.none', { state })
            : t('alarms.confirm.lead', { cnt: formatNumber(plan.rows.length), state })}
        </p>
        {plan.passedCnt > 0 && plan.rows.length > 0 && (
          <Note icon="mdi-information-outline">
            {t('alarms.confirm.passed', { cnt: formatNumber(plan.passedCnt) })}
          </Note>
        )}
        {plan.childCnt > 0 && (
          <Note icon="mdi-format-list-group">
            {t('alarms.confirm.children', { cnt: formatNumber(plan.childCnt) })}
          </Note>
        )}
        {plan.quietCnt > 0 && (
          <Note icon="mdi-bell-sleep-outline" isWarning>
            {t('alarms.confirm.quiet', { cnt: formatNumber(plan.quietCnt) })}
          </Note>
        )}
      </div>
      <Textarea
        label={t('alarms.memo')}
        description={t('alarms.confirm.memoHint')}
        classNames={{ input: classes.lines ?? '' }}
        maxLength={MAX_MEMO}
        dir="auto"
        data-autofocus
        value={memo}
        onChange={({ currentTarget }) => setMemo(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface NoteProps {
  readonly icon: IconName;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

function Note({ icon, isWarning = false, children }: NoteProps) {
  return (
    <p className={`${classes.note} ${isWarning ? classes.warning : ''}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}
