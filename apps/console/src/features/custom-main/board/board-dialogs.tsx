import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useT } from '#core/i18n/i18n.ts';
import {
  type Board,
  type BoardSet,
  boardNameError,
  newId,
  renamed,
  type Widget,
  withWidget,
  withWidgets,
} from '../model/boards.ts';
import type { BoardsEditor } from '../model/boards-editor.ts';
import { type WidgetKindName, widgetKindOf } from '../widgets/registry.ts';
import type { WidgetKind } from '../widgets/widget-kind.tsx';
import { WidgetDialog, type WidgetInput } from './widget-dialog.tsx';

/** The dialog that is open above the board. */
export type OpenDialog =
  /** `board` null: a new board. */
  | { readonly kind: 'name'; readonly board: Board | null }
  | { readonly kind: 'add'; readonly widgetKind: WidgetKindName }
  | { readonly kind: 'settings'; readonly widget: Widget };

interface BoardDialogsProps {
  readonly open: OpenDialog;
  readonly editor: BoardsEditor;
  readonly boardSet: BoardSet;
  readonly board: Board;
  readonly clusters: readonly ClusterName[];
  readonly onNew: (name: string, withFirstWidgets: boolean) => void;
  readonly onAnnounce: (text: string) => void;
  readonly onClose: () => void;
}

export function BoardDialogs(props: BoardDialogsProps) {
  const { open, editor, boardSet, board, clusters, onAnnounce, onClose } = props;
  const t = useT();
  if (open.kind === 'name') {
    const rename = (name: string) => editor.change((current) => renamed(current, board.id, name));
    const onName = open.board ? rename : props.onNew;
    return <NameDialog boardSet={boardSet} board={open.board} onName={onName} onClose={onClose} />;
  }
  const old = open.kind === 'settings' ? open.widget : null;
  const kind = widgetKindOf(open.kind === 'add' ? open.widgetKind : open.widget.kind);

  function save(kind: WidgetKind, input: WidgetInput): void {
    editor.change((current) =>
      withWidgets(current, board.id, (widgets) =>
        old
          ? widgets.map((widget) => (widget.id === old.id ? { ...widget, ...input } : widget))
          : withWidget(widgets, { ...input, kind: kind.name, id: newId() }, kind.size),
      ),
    );
    const title = input.title || t(`customMain.${kind.name}`);
    if (!old) onAnnounce(t('customMain.widgetAdded', { title }));
  }

  return (
    kind && (
      <WidgetDialog
        kind={kind}
        isNew={!old}
        first={old ?? { title: '', settings: {} }}
        clusters={clusters}
        onSave={(input) => save(kind, input)}
        onClose={onClose}
      />
    )
  );
}

interface NameDialogProps {
  readonly boardSet: BoardSet;
  /** Null: a new board. */
  readonly board: Board | null;
  readonly onName: (name: string, withFirstWidgets: boolean) => void;
  readonly onClose: () => void;
}

function NameDialog({ boardSet, board, onName, onClose }: NameDialogProps) {
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
