import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { defaultWidgets } from '@gwanje/domain/dashboard/default-board';
import { parseInstant } from '@gwanje/domain/formats/time';
import { ChartGroup } from '@gwanje/ui/chart/chart-group';
import { EmptyState, Panel, SkeletonPage } from '@gwanje/ui/panel';
import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { mayNotSave, useSession } from '#core/session/session-store.ts';
import { useMissingClusters } from '#entities/dashboard/cluster-states.tsx';
import { summaryQuery } from '#entities/dashboard/dashboard-queries.ts';
import { DashboardTabs } from '#entities/dashboard/dashboard-tabs.tsx';
import { DataAge } from '#entities/dashboard/data-age.tsx';
import classes from './board/board.module.css';
import { BoardBar, BoardStatus } from './board/board-bar.tsx';
import { BoardNameDialog } from './board/board-name-dialog.tsx';
import { EmptyBoard, NoticeStrip, UndoBar } from './board/board-notices.tsx';
import { BoardTabs, CONDITIONS_BOARD } from './board/board-tabs.tsx';
import { WidgetDialog } from './board/widget-dialog.tsx';
import { titleOf, WidgetFrame } from './board/widget-frame.tsx';
import { BoardGrid } from './grid/board-grid.tsx';
import {
  arranged,
  type Board,
  type BoardSet,
  boardOf,
  copied,
  MAX_WIDGETS,
  newId,
  renamed,
  restoredWidget,
  type Widget,
  withBoard,
  withoutBoard,
  withWidget,
  withWidgets,
} from './model/boards.ts';
import type { BoardsEditor, EditorState } from './model/boards-editor.ts';
import { useBoards } from './use-boards.ts';
import { enterFullscreen } from './wallboard/use-wallboard.ts';
import { Wallboard } from './wallboard/wallboard.tsx';
import { widgetKindOf, widgetKinds } from './widgets/registry.ts';
import type { WidgetKind } from './widgets/widget-kind.tsx';
import { BoardClock } from './widgets/widget-panel.tsx';

export interface BoardPages {
  /** The dashboard with search conditions. */
  readonly ConditionsDashboard: ComponentType;
}

/** The boards of the user, or the reason why no board can be shown. */
export function CustomMainPage(pages: BoardPages) {
  const clusters = useClusters(({ clusterList }) => clusterList);
  const missing = useMissingClusters();
  if (missing) return <PageWithoutBoard>{missing}</PageWithoutBoard>;
  return <Boards {...pages} clusters={clusters} />;
}

/** The links to the other dashboards stay, except on a wallboard. */
function PageWithoutBoard({ children }: { children: ReactNode }) {
  const t = useT();
  const { search } = useAddress();
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t('routes.customMain')}</VisuallyHidden>
      {search.wall !== '1' && (
        <div className={classes.bar}>
          <DashboardTabs current="/custom-main" />
        </div>
      )}
      {children}
    </div>
  );
}

interface BoardsProps {
  readonly clusters: readonly ClusterName[];
}

function Boards({ clusters, ConditionsDashboard }: BoardsProps & BoardPages) {
  const t = useT();
  const { boardSet, error, retry, ...editing } = useBoards();
  const { search } = useAddress();
  if (!boardSet)
    return (
      <PageWithoutBoard>
        {error ? (
          <Panel>
            <LoadFailed title={t('customMain.boardsFailed')} query={{ error, refetch: retry }} />
          </Panel>
        ) : (
          <SkeletonPage label={t('shell.loading')} />
        )}
      </PageWithoutBoard>
    );
  if (search.board === CONDITIONS_BOARD && search.wall !== '1')
    return (
      <div className={classes.page}>
        <VisuallyHidden component="h1">{`${t('routes.customMain')} · ${t('customMain.conditions')}`}</VisuallyHidden>
        <div className={classes.bar}>
          <DashboardTabs current="/custom-main" />
          <BoardTabs boardSet={boardSet} shownId={CONDITIONS_BOARD} />
        </div>
        <div className={classes.conditions}>
          <ConditionsDashboard />
        </div>
      </div>
    );
  const board = boardOf(boardSet, search.board) ?? boardSet.boards[0];
  if (board) return <ShownBoard {...editing} boardSet={boardSet} board={board} clusters={clusters} />;
  // Only a wallboard can have no board: its boards were deleted.
  return (
    <PageWithoutBoard>
      <EmptyState
        isPage
        icon="mdi-monitor-dashboard"
        title={t('customMain.noneShown')}
        text={t('customMain.noneShownText')}
      />
    </PageWithoutBoard>
  );
}

interface ShownBoardProps extends BoardsProps {
  readonly editor: BoardsEditor;
  readonly boardSet: BoardSet;
  readonly board: Board;
  readonly saving: EditorState['saving'];
  readonly isTooLarge: boolean;
}

interface Undo {
  readonly text: string;
  readonly restore: (boardSet: BoardSet) => BoardSet;
}

function ShownBoard({ editor, boardSet, board, saving, isTooLarge, clusters }: ShownBoardProps) {
  const groupsKey = useGroups((state) => state.selectedSubGroupIds.join(','));
  const texts = useTexts();
  const { t } = texts;
  const helpId = useId();
  const { search, change } = useAddress();
  const [isEditing, setIsEditing] = useState(false);
  /** `board` null: a new board. */
  const [naming, setNaming] = useState<{ readonly board: Board | null }>();
  /** `widget` undefined: a new widget. */
  const [opened, setOpened] = useState<{ readonly kind: WidgetKind; readonly widget?: Widget }>();
  const [undo, setUndo] = useState<Undo | null>(null);
  const [announced, setAnnounced] = useState('');
  const [newBoardId, setNewBoardId] = useState<string | null>(null);
  const isWall = search.wall === '1';
  // The boards of another user are read-only.
  const isReadOnly = useSession(mayNotSave);
  const isFixed = useSession((state) => state.wallboard !== null);
  const summary = useQuery({ ...summaryQuery(defaultConditions), placeholderData: keepPreviousData });

  const show = (id: string, options?: { readonly replace?: boolean }) => void change({ board: id }, options);
  const showNew = useEffectEvent((id: string) => show(id));
  // Waits until the form is closed: with unsaved changes the form blocks navigation.
  useEffect(() => {
    if (newBoardId === null) return;
    showNew(newBoardId);
    setNewBoardId(null);
  }, [newBoardId]);

  function addBoard(name: string, isFilled: boolean): void {
    const id = newId();
    const widgets = isFilled ? defaultWidgets(newId) : [];
    if (!editor.change((current) => withBoard(current, { id, name: name.trim(), widgets }))) return;
    setUndo(null);
    setIsEditing(true);
    setNewBoardId(id);
  }

  function copyBoard(): void {
    const id = newId();
    if (editor.change((current) => copied(current, board.id, id))) show(id);
  }

  function deleteBoard(): void {
    const index = boardSet.boards.indexOf(board);
    const following = boardSet.boards[index + 1] ?? boardSet.boards[index - 1];
    editor.change((current) => withoutBoard(current, board.id));
    setUndo({
      text: t('customMain.boardDeleted', { name: board.name }),
      restore: (current) => withBoard(current, board, index),
    });
    if (following) show(following.id, { replace: true });
  }

  function editWidgets(update: (widgets: readonly Widget[]) => readonly Widget[]): void {
    editor.change((current) => withWidgets(current, board.id, update));
  }

  function saveWidget(kind: WidgetKind, old: Widget | undefined, input: Pick<Widget, 'title' | 'settings'>) {
    editWidgets((widgets) =>
      old
        ? widgets.map((widget) => (widget.id === old.id ? { ...widget, ...input } : widget))
        : withWidget(widgets, { ...input, kind: kind.name, id: newId() }, kind.size),
    );
    const title = input.title || t(`customMain.${kind.name}`);
    if (!old) setAnnounced(t('customMain.widgetAdded', { title }));
  }

  function deleteWidget(widget: Widget): void {
    editWidgets((widgets) => widgets.filter(({ id }) => id !== widget.id));
    setUndo({
      text: t('customMain.widgetDeleted', { title: titleOf(widget, texts) }),
      restore: (current) => withWidgets(current, board.id, (widgets) => restoredWidget(widgets, widget)),
    });
  }

  const serverMs = summary.data && parseInstant(summary.data.serverTime);
  const clockAheadMs =
    serverMs === undefined ? (summary.isError ? 0 : null) : serverMs - summary.dataUpdatedAt;
  const age = (
    <DataAge
      summary={summary.data}
      answeredMs={summary.dataUpdatedAt}
      streamLostText={t('customMain.streamLost')}
      className={classes.age}
      stoppedClass={classes.stopped}
    />
  );

  const grid =
    board.widgets.length === 0 ? (
      <EmptyBoard
        actions={
          isWall || isReadOnly
            ? null
            : {
                onAdd: () => {
                  setIsEditing(true);
                  setOpened({ kind: widgetKinds.tileMap });
                },
                onFill: () =>
                  editWidgets((widgets) => (widgets.length > 0 ? widgets : defaultWidgets(newId))),
              }
        }
      />
    ) : (
      // The key remounts the charts for another board or group selection, and redraws them for a wallboard's
      // size.
      <ChartGroup key={`${board.id} ${groupsKey} ${isWall}`}>
        <BoardClock value={clockAheadMs}>
          <BoardGrid
            widgets={board.widgets}
            isEditing={isEditing && !isWall}
            fills={isWall}
            onArrange={(areas) => editWidgets((widgets) => arranged(widgets, areas))}
            onAnnounce={(widget) => {
              const { x, y, w, h } = widget.area;
              const title = titleOf(widget, texts);
              setAnnounced(t('customMain.placed', { title, column: x + 1, row: y + 1, w, h }));
            }}
          >
            {(widget, grips) => {
              const kind = widgetKindOf(widget.kind);
              return (
                <WidgetFrame
                  widget={widget}
                  clusters={clusters}
                  isEditing={isEditing && !isWall}
                  grips={grips}
                  helpId={helpId}
                  onSettings={kind && (() => setOpened({ kind, widget }))}
                  onCopy={
                    board.widgets.length < MAX_WIDGETS
                      ? () =>
                          editWidgets((widgets) =>
                            withWidget(widgets, { ...widget, id: newId() }, widget.area),
                          )
                      : undefined
                  }
                  onDelete={() => deleteWidget(widget)}
                />
              );
            }}
          </BoardGrid>
        </BoardClock>
      </ChartGroup>
    );

  if (isWall)
    return (
      <Wallboard
        editor={editor}
        boardSet={boardSet}
        board={board}
        isReadOnly={isReadOnly}
        age={age}
        onShow={(id) => show(id, { replace: true })}
        onLeave={isFixed ? null : () => void change({ wall: undefined }, { replace: true })}
      >
        {grid}
      </Wallboard>
    );

  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{`${t('routes.customMain')} · ${board.name}`}</VisuallyHidden>
      <BoardBar
        editor={editor}
        boardSet={boardSet}
        board={board}
        isEditing={isEditing}
        isReadOnly={isReadOnly}
        status={
          <>
            <BoardStatus saving={saving} onRetry={() => void editor.flush()} />
            {age}
          </>
        }
        onName={(named) => setNaming({ board: named })}
        onAdd={(kind) => setOpened({ kind })}
        onCopy={copyBoard}
        onDelete={deleteBoard}
        onEdit={setIsEditing}
        onWallboard={() => {
          setIsEditing(false);
          void change({ board: board.id, wall: '1' });
          void enterFullscreen();
        }}
      />
      {saving === 'conflict' && (
        <NoticeStrip
          text={t('customMain.conflict')}
          actions={[
            { label: t('forms.reload'), onClick: () => void editor.reload() },
            { label: t('forms.overwrite'), onClick: () => void editor.overwrite() },
          ]}
        />
      )}
      {isTooLarge && (
        <NoticeStrip
          text={t('customMain.tooLarge')}
          actions={[{ label: t('common.ok'), onClick: () => editor.dismissNotice() }]}
        />
      )}
      {grid}
      <p id={helpId} hidden>
        {t('customMain.moveHelp')}
      </p>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {undo && (
        <UndoBar
          key={undo.text}
          text={undo.text}
          onUndo={() => {
            editor.change(undo.restore);
            setUndo(null);
          }}
          onClose={() => setUndo(null)}
        />
      )}
      {naming && (
        <BoardNameDialog
          boardSet={boardSet}
          board={naming.board}
          onName={
            naming.board ? (name) => editor.change((current) => renamed(current, board.id, name)) : addBoard
          }
          onClose={() => setNaming(undefined)}
        />
      )}
      {opened && (
        <WidgetDialog
          {...opened}
          clusters={clusters}
          onSave={(input) => saveWidget(opened.kind, opened.widget, input)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
