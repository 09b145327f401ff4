import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import type { Board, BoardBook, Widget } from '../model/boards.ts';
import { type WidgetKindName, widgetKindOf, widgetKinds } from '../widgets/registry.ts';
import { NameDialog } from './name-dialog.tsx';
import { WidgetDialog } from './widget-dialog.tsx';

/** The dialog that is open above the board. */
export type OpenDialog =
  | { readonly kind: 'newBoard' }
  | { readonly kind: 'rename' }
  | { readonly kind: 'add'; readonly widgetKind: WidgetKindName }
  | { readonly kind: 'settings'; readonly widget: Widget };

type Given = Pick<Widget, 'title' | 'settings'>;

interface BoardDialogsProps {
  readonly open: OpenDialog;
  readonly book: BoardBook;
  readonly board: Board;
  readonly clusters: readonly ClusterName[];
  readonly onNew: (name: string, withFirstWidgets: boolean) => void;
  readonly onRename: (name: string) => void;
  readonly onAdd: (kind: WidgetKindName, widget: Given) => void;
  readonly onChange: (widgetId: string, widget: Given) => void;
  readonly onClose: () => void;
}

export function BoardDialogs(props: BoardDialogsProps) {
  const { open, book, board, clusters, onClose } = props;
  switch (open.kind) {
    case 'newBoard':
      return <NameDialog book={book} board={null} onName={props.onNew} onClose={onClose} />;
    case 'rename':
      return <NameDialog book={book} board={board} onName={props.onRename} onClose={onClose} />;
    case 'add':
      return (
        <WidgetDialog
          kind={widgetKinds[open.widgetKind]}
          isNew
          title=""
          settings={{}}
          clusters={clusters}
          onSave={(widget) => props.onAdd(open.widgetKind, widget)}
          onClose={onClose}
        />
      );
    case 'settings': {
      const kind = widgetKindOf(open.widget.kind);
      return (
        kind && (
          <WidgetDialog
            kind={kind}
            isNew={false}
            title={open.widget.title}
            settings={open.widget.settings}
            clusters={clusters}
            onSave={(widget) => props.onChange(open.widget.id, widget)}
            onClose={onClose}
          />
        )
      );
    }
  }
}
