import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { type Board, type BoardBook, boardNameFault } from '../model/boards.ts';

interface NameDialogProps {
  readonly book: BoardBook;
  /** Null: a new board. */
  readonly board: Board | null;
  readonly onName: (name: string, withFirstWidgets: boolean) => void;
  readonly onClose: () => void;
}

export function NameDialog({ book, board, onName, onClose }: NameDialogProps) {
  const t = useT();
  const [name, setName] = useState(board?.name ?? '');
  const [isFilled, setIsFilled] = useState(false);
  const [fault, setFault] = useState<PlainKey>();
  const [attempt, setAttempt] = useState(0);

  function submit(): void {
    const found = boardNameFault(book, name, board?.id);
    if (found) {
      setFault(NAME_REASONS[found]);
      setAttempt((cnt) => cnt + 1);
      return;
    }
    onClose();
    onName(name, isFilled);
  }

  return (
    <FormDialog
      title={t(board ? 'customMain.renameBoard' : 'customMain.newBoard')}
      submitLabel={t(board ? 'common.save' : 'common.create')}
      isDirty={name.trim() !== (board?.name ?? '')}
      isBusy={false}
      attempt={attempt}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField
        label={t('customMain.boardName')}
        description={t('forms.nameHint')}
        value={name}
        error={fault && t(fault)}
        onChange={(text) => {
          setName(text);
          setFault(undefined);
        }}
      />
      {!board && (
        <label>
          <input
            type="checkbox"
            checked={isFilled}
            onChange={(event) => setIsFilled(event.currentTarget.checked)}
          />{' '}
          {t('customMain.withFirstWidgets')}
        </label>
      )}
    </FormDialog>
  );
}
