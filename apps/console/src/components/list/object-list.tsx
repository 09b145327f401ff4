import './object-list-messages.ts';
import { formatAge, isStale } from '@gwanje/domain/formats/elapsed';
import { formatNumber } from '@gwanje/domain/formats/number';
import { parseInstant } from '@gwanje/domain/formats/time';
import { download } from '@gwanje/ui/download';
import { withWidths } from '@gwanje/ui/list/model/column-layout';
import type { GridHandle } from '@gwanje/ui/list/model/grid-types';
import { VirtualGrid } from '@gwanje/ui/list/virtual-grid';
import { Button, VisuallyHidden } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { StaleNoticeShownContext } from '#components/notice/page-notice.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { copyText } from '#core/browser/copy-text.ts';
import { logWarning } from '#core/browser/log.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { isFilterable, useListColumns } from './columns/use-list-columns.tsx';
import type { CellContext, ListDeclaration } from './define-list.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import classes from './object-list.module.css';
import { externalLinksFrom, rangeAround } from './rows/external-links.ts';
import { ExternalLinksDialog } from './rows/external-links-dialog.tsx';
import { ListFoot } from './rows/list-foot.tsx';
import { RowMenu } from './rows/row-menu.tsx';
import {
  ALL_SELECTED,
  isSelected,
  NOTHING_SELECTED,
  selectedCnt,
  useRowSelection,
} from './rows/selection.ts';
import { allRowPages, csvPieces, useAllRowsTask } from './state/export-rows.ts';
import {
  choiceFromAddress,
  choiceToAddress,
  type FilterValue,
  type ListChoice,
  type ListScope,
  listBody,
} from './state/list-address.ts';
import { listOptionsFrom } from './state/list-options.ts';
import { MAX_SCROLL_ROWS, useListPages, useRangeStore } from './state/use-list-pages.ts';
import { newestDataMs, useFillHeight, useScrollMemory, useSteppedTime } from './state/use-list-view.ts';
import { useViewOption } from './state/use-view-option.ts';
import { DataAge } from './toolbar/data-age.tsx';
import { ListPanel, type Panel } from './toolbar/list-panel.tsx';
import { AsOfStrip, ListEmpty, ListStrips } from './toolbar/list-strips.tsx';
import { type PanelKind, ToolbarEnd, ToolbarStart } from './toolbar/list-toolbar.tsx';
import { type Place, placeOf } from './toolbar/panel-at.tsx';
import { type BulkAction, SelectionBar } from './toolbar/selection-bar.tsx';
import { useNotice } from './toolbar/use-notice.ts';

interface ObjectListProps<Row> {
  readonly declaration: ListDeclaration<Row>;
  readonly scope?: ListScope;
  /** The prefix of this list's query parameters if two lists share an address. */
  readonly addressPrefix?: string;
  readonly bulkActions?: readonly BulkAction<Row>[];
  /** Shown in the toolbar. */
  readonly extra?: ReactNode;
  /** Absent: opens the row's page if it has one. */
  readonly onOpen?: (row: Row) => void;
  /** Shown if the unfiltered list is empty; default: a text that no data was collected. */
  readonly empty?: ReactNode;
}

const NO_SCOPE: ListScope = {};
const NO_ACTIONS: readonly never[] = [];
const SKELETON_ROWS = 24;
const EXTERNAL_LINKS = 'outsideLinks';

/** Shows a declared list with virtual scrolling, sorting, filters, column choice and export. */
export function ObjectList<Row>(props: ObjectListProps<Row>) {
  const { declaration, scope = NO_SCOPE, addressPrefix = '', bulkActions = NO_ACTIONS } = props;
  const { rowKey, nameOf, linkOf, deletedAtOf, isSettings = false } = declaration;
  const t = useT();
  const language = useLanguage();
  const address = useAddress();
  const isStaleNoticeShown = use(StaleNoticeShownContext);
  const choice = useMemo(
    () => choiceFromAddress(address.search, declaration.contract, addressPrefix, declaration.orderKeys),
    [address.search, declaration, addressPrefix],
  );
  const body = listBody(declaration, choice, scope);
  const bodyText = JSON.stringify([declaration.name, scope.params, { ...body, orderBy: [] }]);
  const orderText = body.orderBy.join();

  const frame = useRef<HTMLElement>(null);
  useFillHeight(frame);
  const grid = useRef<GridHandle>(null);
  const jumpTo = useCallback((index: number) => grid.current?.scrollTo(index), []);
  const ranges = useRangeStore();
  const { selection, setSelection, inGrid } = useRowSelection(rowKey);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [menu, setMenu] = useState<{ readonly row: Row; readonly place: Place } | null>(null);
  const [isEditingLinks, setEditingLinks] = useState(false);
  const [notice, notify] = useNotice();

  // New conditions start at the top without a selection. A new order only scrolls to the top.
  const [conditions, setConditions] = useState({ bodyText, orderText, areFirst: true });
  if (conditions.bodyText !== bodyText || conditions.orderText !== orderText) {
    if (conditions.bodyText !== bodyText) setSelection(NOTHING_SELECTED);
    setConditions({ bodyText, orderText, areFirst: false });
  }
  useEffect(() => {
    if (conditions.areFirst) return;
    const { first, last } = ranges.getState();
    ranges.setState({ first: 0, last: last - first });
    grid.current?.scrollTo(0);
  }, [conditions, ranges]);

  const pages = useListPages(declaration.endpoint, scope, body, ranges);
  useScrollMemory(`${declaration.name} ${addressPrefix}`, ranges, grid, pages.totalCnt !== undefined);
  const allRowsTask = useAllRowsTask((error) => {
    logWarning('not all pages could be loaded', error);
    notify(t('objectList.wholeFailed'));
  });

  const known = useMemo(
    () => ({
      ids: declaration.columns.map(({ id }) => id),
      primaryId: declaration.primaryId,
      defaultIds: declaration.defaultColumns,
    }),
    [declaration],
  );
  const option = useViewOption(`list.${declaration.name}`);
  const options = useMemo(() => listOptionsFrom(option.value, known), [option.value, known]);
  const links = useViewOption(EXTERNAL_LINKS);
  const externalLinks = useMemo(() => externalLinksFrom(links.value), [links.value]);
  const { layout } = options;

  const serverMs = parseInstant(pages.answered?.serverTime ?? '') ?? Date.now();
  const nowMs = useSteppedTime(serverMs);
  const context = useMemo<CellContext>(
    () => ({ t, language, nowMs, onFollow: (to) => void navigateTo(to) }),
    [t, language, nowMs],
  );

  const { shown, columns, labelled, texts } = useListColumns(declaration, layout, choice, context);

  function change(patch: Partial<ListChoice>, how?: { readonly replace: boolean }) {
    const next = choiceToAddress({ ...choice, ...patch }, declaration.contract, addressPrefix);
    void address.change(next, how);
  }
  function changeFilter(id: string, value: FilterValue | undefined, how?: { readonly replace: boolean }) {
    const { [id]: _, ...others } = choice.filter;
    change({ filter: value === undefined ? others : { ...others, [id]: value } }, how);
  }
  function saveOptions(next: typeof options) {
    option.save({ ...option.value, layout: next.layout, filters: next.filters });
  }
  async function copy(text: string) {
    notify(t((await copyText(text)) ? 'objectList.copied' : 'objectList.notCopied'));
  }

  const open =
    props.onOpen ??
    (linkOf
      ? (row: Row) => {
          const to = linkOf(row);
          if (to !== null) void navigateTo(to);
        }
      : undefined);

  const totalCnt = pages.totalCnt ?? 0;
  const selected = selectedCnt(selection, totalCnt);
  const everything = { endpoint: declaration.endpoint, scope, body, rowKey };
  function exportCsv() {
    void allRowsTask.run(async (signal, onProgress) => {
      const pieces = await csvPieces({ ...everything, signal, onProgress }, shown, context);
      const stamp = new Date(serverMs).toISOString().slice(0, 19).replaceAll(':', '');
      download(new Blob(pieces, { type: 'text/csv;charset=utf-8' }), `${declaration.name}-${stamp}.csv`);
      notify(t('objectList.export.done'));
    });
  }
  async function runOnSelected(action: BulkAction<Row>): Promise<void> {
    let rows: Row[] | null = null;
    if (selection.kind === 'rows') {
      // Uses the loaded rows: another user may have changed them since they were selected.
      const shownNow = new Map(pages.loadedRows.map((row) => [rowKey(row), row]));
      rows = [...selection.rows].map(([key, row]) => shownNow.get(key) ?? row);
    } else {
      await allRowsTask.run(async (signal, onProgress) => {
        const found: Row[] = [];
        for await (const page of allRowPages({ ...everything, signal, onProgress }))
          found.push(...page.filter((row) => isSelected(selection, rowKey(row))));
        rows = found;
      });
    }
    if (rows !== null && (await action.run(rows)) === 'done') setSelection(NOTHING_SELECTED);
  }
  const copyNames: BulkAction<Row> = {
    id: 'copyNames',
    label: t('objectList.selection.copyNames'),
    icon: 'mdi-content-copy',
    run: (rows) => copy(rows.map(nameOf).join('\n')),
  };

  const liveRows = deletedAtOf
    ? pages.loadedRows.filter((row) => deletedAtOf(row) === null)
    : pages.loadedRows;
  const dataMs = newestDataMs(liveRows, declaration);
  // Rows without any sample are not stale: their collection has not begun.
  const isAllStale =
    !isStaleNoticeShown &&
    choice.at === null &&
    declaration.dataAtOf !== undefined &&
    dataMs !== null &&
    isStale(dataMs, serverMs);
  const staleAge = isAllStale ? formatAge(serverMs - dataMs, language) : null;
  const isUnanswered = pages.totalCnt === undefined;
  // Stable callbacks: the toolbar must not re-render when a page of rows arrives.
  const onPanel = useCallback((kind: PanelKind, place: Place) => setPanel({ kind, place }), []);
  const onStart = {
    onSearch: useCallbackRef((text: string) =>
      changeFilter(declaration.primaryId, text.trim() === '' ? undefined : text, { replace: true }),
    ),
    onPanel,
    onIncludeDeleted: useCallbackRef((includesDeleted: boolean) => change({ includesDeleted })),
  };
  const onEnd = { onPanel, onExport: useCallbackRef(exportCsv), onRefresh: useCallbackRef(pages.refetch) };
  const onSortChange = useCallbackRef((sort: ListChoice['sort']) => change({ sort }));
  const onWidthsChange = useCallbackRef((widths: Readonly<Record<string, number>>) =>
    saveOptions({ ...options, layout: withWidths(layout, widths) }),
  );
  const onFilter = useCallback(
    (columnId: string, anchor: HTMLElement) => setPanel({ kind: 'filter', columnId, place: placeOf(anchor) }),
    [],
  );
  const placesBase = menu && declaration.placesOf?.(menu.row);
  const primaryFilter = choice.filter[declaration.primaryId];
  const primary = declaration.columns.find(({ id }) => id === declaration.primaryId);
  const isSearched = primary && declaration.contract[primary.id]?.type === 'text';
  const searchLabel = isSearched && t('objectList.searchBy', { label: t(primary.label) });

  return (
    <section className={classes.list} aria-label={t(declaration.title)} ref={frame}>
      <div className={classes.toolbar}>
        <ToolbarStart
          searchLabel={searchLabel || undefined}
          searchText={typeof primaryFilter === 'string' ? primaryFilter : ''}
          hasFilters={labelled.some(({ id }) => isFilterable(declaration.contract, id))}
          hasPast={declaration.hasPast}
          includesDeleted={choice.includesDeleted}
          {...onStart}
        />
        {props.extra}
        <div className={classes.toolbarEnd}>
          {pages.answered?.serverTime && choice.at === null && (
            <DataAge dataMs={dataMs} serverMs={serverMs} answeredMs={pages.answered.atMs} />
          )}
          <ToolbarEnd
            at={choice.at}
            hasPast={declaration.hasPast}
            canExport={totalCnt > 0 && allRowsTask.progress === null}
            isFetching={pages.isFetching}
            {...onEnd}
          />
        </div>
      </div>
      <FilterChips
        declaration={declaration}
        filter={choice.filter}
        onEdit={onFilter}
        onRemove={(id) => changeFilter(id, undefined)}
        onRemoveAll={() => change({ filter: {} })}
      />
      {choice.at !== null && <AsOfStrip at={choice.at} onBackToNow={() => change({ at: null })} />}
      {selected > 0 && (
        <SelectionBar
          selectedCnt={selected}
          totalCnt={totalCnt}
          isAll={selection.kind === 'all'}
          actions={[copyNames, ...bulkActions]}
          isBusy={allRowsTask.progress !== null}
          onRun={(action) => void runOnSelected(action)}
          onSelectAll={() => setSelection(ALL_SELECTED)}
          onClear={() => setSelection(NOTHING_SELECTED)}
        />
      )}
      {isUnanswered && pages.error ? (
        <div className={classes.instead}>
          <LoadFailed title={t('objectList.failed')} query={pages} />
        </div>
      ) : pages.totalCnt === 0 && !pages.isWaiting ? (
        <div className={classes.instead}>
          <ListEmpty
            choice={choice}
            isSettings={isSettings}
            nothing={props.empty}
            onClear={() => change({ filter: {} })}
            onBackToNow={() => change({ at: null })}
          />
        </div>
      ) : (
        <>
          {isUnanswered && <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>}
          <VirtualGrid
            ref={grid}
            label={t(declaration.title)}
            columns={columns}
            isFixed={Object.keys(layout.widths).length > 0}
            rowCnt={isUnanswered ? SKELETON_ROWS : Math.min(totalCnt, MAX_SCROLL_ROWS)}
            rowAt={option.isReady ? pages.rowAt : notLoaded}
            rowKey={rowKey}
            isMuted={deletedAtOf && ((row) => deletedAtOf(row) !== null)}
            sort={choice.sort.length > 0 ? choice.sort : declaration.defaultOrder}
            onSortChange={onSortChange}
            onWidthsChange={onWidthsChange}
            onRangeChange={ranges.setState}
            selection={isSettings && bulkActions.length === 0 ? undefined : inGrid(pages)}
            onOpen={open}
            onFilter={onFilter}
            onCopy={isSettings ? undefined : (row) => void copy(nameOf(row))}
            onMenu={isSettings ? undefined : (row, button) => setMenu({ row, place: placeOf(button) })}
            openMenuKey={menu && rowKey(menu.row)}
            isWaiting={pages.isWaiting}
            isUnanswered={isUnanswered}
            texts={texts}
          />
        </>
      )}
      <ListStrips
        error={isUnanswered ? null : pages.error}
        onRetry={pages.refetch}
        staleAge={staleAge}
        isTruncated={pages.isTruncated}
      />
      {allRowsTask.progress && (
        <div className={classes.progress} role="status">
          <span>
            {t('objectList.export.progress', {
              done: formatNumber(allRowsTask.progress.doneCnt),
              total: formatNumber(allRowsTask.progress.totalCnt),
            })}
          </span>
          <progress
            aria-label={t('objectList.export.title')}
            max={Math.max(1, allRowsTask.progress.totalCnt)}
            value={allRowsTask.progress.doneCnt}
          />
          <Button variant="default" onClick={allRowsTask.cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      <ListFoot
        declaration={declaration}
        ranges={ranges}
        totalCnt={pages.totalCnt}
        notice={notice}
        onJump={jumpTo}
      />

      {panel && (
        <ListPanel
          panel={panel}
          declaration={declaration}
          choice={choice}
          columns={labelled}
          known={known}
          options={options}
          nowMs={serverMs}
          onPanel={setPanel}
          onFilter={changeFilter}
          onChange={(patch) => change(patch)}
          onSave={saveOptions}
        />
      )}
      {menu && (
        <RowMenu
          declaration={declaration}
          row={menu.row}
          place={menu.place}
          links={externalLinks}
          places={{ ...placesBase, ...rangeAround(placesBase?.to, choice.at, serverMs) }}
          onOpen={open}
          onCopy={(text) => void copy(text)}
          onEditLinks={declaration.placesOf ? () => setEditingLinks(true) : undefined}
          onClose={() => setMenu(null)}
        />
      )}
      {isEditingLinks && (
        <ExternalLinksDialog
          links={externalLinks}
          onSave={(next) => {
            links.save({ links: next });
            setEditingLinks(false);
          }}
          onClose={() => setEditingLinks(false)}
        />
      )}
    </section>
  );
}

function notLoaded(): undefined {
  return undefined;
}
