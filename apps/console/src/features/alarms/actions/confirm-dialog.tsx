import type { ChosenLevel } from '@gwanje/domain/alarms/lifecycle';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { confirmLevelKey, labelOf } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from './actions.module.css';
import { type Confirmable, confirmPlan, sendConfirm, showConfirmFailure } from './confirm-alarms.ts';

const MAX_MEMO = 2000;

interface ConfirmDialogProps {
  readonly chosen: readonly Confirmable[];
  readonly level: ChosenLevel;
  readonly onClose: (isDone: boolean) => void;
}

/** Describes the effect of the change and offers a field for a memo. */
function ConfirmDialog({ chosen, level, onClose }: ConfirmDialogProps) {
  const { t, language } = useTexts();
  const plan = confirmPlan(chosen, level);
  const state = labelOf(confirmLevelKey(level), language);
  const notes = [
    ['passed', 'mdi-information-outline', plan.rows.length > 0 ? plan.passedCnt : 0],
    ['children', 'mdi-format-list-group', plan.childCnt],
    ['quiet', 'mdi-bell-sleep-outline', plan.stillActiveCnt],
  ] as const;
  const form = useEditForm({
    initialValues: { memo: '' },
    isChanged: ({ memo }) => memo.trim() !== '',
    reasons: { memo: {} },
    save: ({ memo }) => sendConfirm(plan.rows, level, memo),
    onSaved: async () => {
      await refreshAlarms();
      onClose(true);
    },
    onFailed: async (error) => {
      await showConfirmFailure(error);
      onClose(false);
      return true;
    },
  });

  return (
    <FormDialog
      title={t('alarms.confirm.title', { state })}
      submitLabel={state}
      isBlocked={plan.rows.length === 0}
      onClose={() => onClose(false)}
      {...form.frame}
    >
      <div className={classes.says}>
        <p className={classes.lead}>
          {plan.rows.length === 0
            ? t('alarms.confirm.none', { state })
            : t('alarms.confirm.lead', { cnt: formatNumber(plan.rows.length), state })}
        </p>
        {notes.map(
          ([key, icon, cnt]) =>
            cnt > 0 && (
              <p key={key} className={`${classes.note} ${key === 'quiet' ? classes.warning : ''}`}>
                <Icon name={icon} />
                <span>{t(`alarms.confirm.${key}`, { cnt: formatNumber(cnt) })}</span>
              </p>
            ),
        )}
      </div>
      <Textarea
        label={t('alarms.memo')}
        description={t('alarms.confirm.memoHint')}
        classNames={{ input: classes.lines ?? '' }}
        maxLength={MAX_MEMO}
        dir="auto"
        data-autofocus
        {...form.input('memo')}
      />
    </FormDialog>
  );
}

interface Question {
  readonly chosen: readonly Confirmable[];
  readonly level: ChosenLevel;
  readonly answer: (isDone: boolean) => void;
}

export type AskConfirm = (chosen: readonly Confirmable[], level: ChosenLevel) => Promise<boolean>;

/** Asks before it sets alarms to a level; resolves to true if they were set. */
export function useConfirm(): { readonly ask: AskConfirm; readonly dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  return {
    ask: (chosen, level) => new Promise((answer) => setQuestion({ chosen, level, answer })),
    dialog: question && (
      <ConfirmDialog
        chosen={question.chosen}
        level={question.level}
        onClose={(isDone) => {
          setQuestion(null);
          question.answer(isDone);
        }}
      />
    ),
  };
}
