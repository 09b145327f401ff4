import type { ChosenLevel } from '@gwanje/domain/alarms/lifecycle';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { confirmLevelKey, labelOf } from '@gwanje/domain/mappings/labels';
import { Icon, type IconName } from '@gwanje/ui/icon';
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
        {plan.stillActiveCnt > 0 && (
          <Note icon="mdi-bell-sleep-outline" isWarning>
            {t('alarms.confirm.quiet', { cnt: formatNumber(plan.stillActiveCnt) })}
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
        {...form.input('memo')}
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
