import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useT } from '#core/i18n/i18n.ts';
import { type Board, type BoardSet, boardNameError } from '../model/boards.ts';

interface BoardNameDialogProps {
  readonly boardSet: BoardSet;
  /** Null: a new board. */
  readonly board: Board | null;
  readonly onName: (name: string, withFirstWidgets: boolean) => void;
  readonly onClose: () => void;
}

export function BoardNameDialog({ boardSet, board, onName, onClose }: BoardNameDialogProps) {
  const t = useT();
  const form = useEditForm({
    initialValues: { name: board?.name ?? '', isFilled: false },
    isChanged: ({ name }) => name.trim() !== (board?.name ?? ''),
    validate: ({ name }) => {
      const reason = boardNameError(boardSet, name, board?.id);
      return { name: reason && NAME_REASONS[reason] };
    },
    reasons: { name: NAME_REASONS },
    save: async (values) => values,
    onSaved: ({ name, isFilled }) => {
      onClose();
      onName(name, isFilled);
    },
  });

  return (
    <FormDialog
      title={t(board ? 'customMain.renameBoard' : 'customMain.newBoard')}
      submitLabel={t(board ? 'common.save' : 'common.create')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField
        label={t('customMain.boardName')}
        description={t('forms.nameHint')}
        {...form.input('name')}
      />
      {!board && (
        <label>
          <input
            type="checkbox"
            checked={form.values.isFilled}
            onChange={(event) => form.change({ isFilled: event.currentTarget.checked })}
          />{' '}
          {t('customMain.withFirstWidgets')}
        </label>
      )}
    </FormDialog>
  );
}
