import './object-list-messages.ts';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatAge, isStale, parseInstant } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { download } from '@gwanje/ui/download';
import { VisuallyHidden } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { StaleNoticeShownContext } from '#components/notice/page-notice.tsx';
import { copyText } from '#core/browser/copy-text.ts';
import { logWarning } from '#core/browser/log.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { type Place, placeOf } from '../floating/panel-at.tsx';
import { useListColumns } from './columns/use-list-columns.tsx';
import type { CellContext, ListDeclaration } from './define-list.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { withWidths } from './grid/column-layout.ts';
import type { GridHandle } from './grid/grid-types.ts';
import { VirtualGrid } from './grid/virtual-grid.tsx';
import classes from './object-list.module.css';
import { ListFoot } from './rows/list-foot.tsx';
import { RowMenu } from './rows/row-menu.tsx';
import { allRowPages, csvPieces, useAllRowsTask } from './state/export-rows.ts';
import { type ListChoice, type ListScope, listBody } from './state/list-address.ts';
import { isSelected, NOTHING_SELECTED, selectedCnt, useRowSelection } from './state/selection.ts';
import { useListControls, useViewOption } from './state/use-list-controls.ts';
import { MAX_SCROLL_ROWS, useListPages, useRangeStore } from './state/use-list-pages.ts';
import { newestDataMs, useFillHeight, useScrollMemory, useSteppedTime } from './state/use-list-view.ts';
import { DataAge } from './toolbar/data-age.tsx';
import { ListPanel } from './toolbar/list-panel.tsx';
import { AsOfStrip, ListEmpty, ListStrips } from './toolbar/list-strips.tsx';
import { ToolbarEnd, ToolbarStart } from './toolbar/list-toolbar.tsx';
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
  const { t, language } = useTexts();
  const isStaleNoticeShown = use(StaleNoticeShownContext);
  const controls = useListControls(declaration, addressPrefix);
  const { choice, change, options, saveOptions, panel, openFilter } = controls;
  const body = listBody(declaration, choice, scope);
  const bodyText = JSON.stringify([declaration.name, scope.params, { ...body, orderBy: [] }]);
  const orderText = body.orderBy.join();

  const frame = useRef<HTMLElement>(null);
  useFillHeight(frame);
  const grid = useRef<GridHandle>(null);
  const jumpTo = useCallback((index: number) => grid.current?.scrollTo(index), []);
  const ranges = useRangeStore();
  const { selection, setSelection, inGrid } = useRowSelection(rowKey);
  const [menu, setMenu] = useState<{ readonly row: Row; readonly place: Place } | null>(null);
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

  const pages = useListPages(declaration, scope, body, ranges);
  useScrollMemory(`${declaration.name} ${addressPrefix}`, ranges, grid, pages.totalCnt !== undefined);
  const allRowsTask = useAllRowsTask((error) => {
    logWarning('not all pages could be loaded', error);
    notify(t('objectList.wholeFailed'));
  });

  const links = useViewOption(EXTERNAL_LINKS);
  const serverMs = parseInstant(pages.answered?.serverTime ?? '') ?? Date.now();
  const nowMs = useSteppedTime(serverMs);
  const context = useMemo<CellContext>(
    () => ({ t, language, nowMs, onFollow: (to) => void navigateTo(to) }),
    [t, language, nowMs],
  );

  const { shown, columns } = useListColumns(controls, context);

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
  // Stable callbacks: the toolbar and the header must not re-render when a page of rows arrives.
  const onExport = useCallbackRef(exportCsv);
  const onRefresh = useCallbackRef(pages.refetch);
  const onSortChange = useCallback((sort: ListChoice['sort']) => change({ sort }), [change]);
  const onWidthsChange = useCallbackRef((widths: Readonly<Record<string, number>>) =>
    saveOptions({ layout: withWidths(options.layout, widths) }),
  );

  return (
    <section className={classes.list} aria-label={t(declaration.title)} ref={frame}>
      <div className={classes.toolbar}>
        <ToolbarStart controls={controls} />
        {props.extra}
        <div className={classes.toolbarEnd}>
          {pages.answered?.serverTime && choice.at === null && (
            <DataAge dataMs={dataMs} serverMs={serverMs} answeredMs={pages.answered.atMs} />
          )}
          <ToolbarEnd
            controls={controls}
            canExport={totalCnt > 0 && allRowsTask.progress === null}
            isFetching={pages.isFetching}
            onExport={onExport}
            onRefresh={onRefresh}
          />
        </div>
      </div>
      <FilterChips controls={controls} />
      <AsOfStrip controls={controls} />
      {selectedCnt(selection, totalCnt) > 0 && (
        <SelectionBar
          selection={selection}
          totalCnt={totalCnt}
          actions={[copyNames, ...bulkActions]}
          isBusy={allRowsTask.progress !== null}
          onRun={(action) => void runOnSelected(action)}
          onChange={setSelection}
        />
      )}
      {isUnanswered && pages.error ? (
        <div className={classes.instead}>
          <LoadFailed title={t('objectList.failed')} query={pages} />
        </div>
      ) : pages.totalCnt === 0 && !pages.isWaiting ? (
        <div className={classes.instead}>
          <ListEmpty controls={controls} nothing={props.empty} />
        </div>
      ) : (
        <>
          {isUnanswered && <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>}
          <VirtualGrid
            ref={grid}
            declaration={declaration}
            columns={columns}
            isFixed={Object.keys(options.layout.widths).length > 0}
            rowCnt={isUnanswered ? SKELETON_ROWS : Math.min(totalCnt, MAX_SCROLL_ROWS)}
            rowAt={controls.areOptionsLoaded ? pages.rowAt : notLoaded}
            sort={choice.sort.length > 0 ? choice.sort : declaration.defaultOrder}
            onSortChange={onSortChange}
            onWidthsChange={onWidthsChange}
            onRangeChange={ranges.setState}
            selection={isSettings && bulkActions.length === 0 ? undefined : inGrid(pages)}
            onOpen={open}
            onFilter={openFilter}
            onCopy={(row) => void copy(nameOf(row))}
            onMenu={isSettings ? undefined : (row, button) => setMenu({ row, place: placeOf(button) })}
            menuRow={menu?.row}
            isWaiting={pages.isWaiting}
            isUnanswered={isUnanswered}
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
          <TextButton onClick={allRowsTask.cancel}>{t('common.cancel')}</TextButton>
        </div>
      )}
      <ListFoot
        declaration={declaration}
        ranges={ranges}
        totalCnt={pages.totalCnt}
        notice={notice}
        onJump={jumpTo}
      />

      {panel && <ListPanel panel={panel} controls={controls} nowMs={serverMs} />}
      {menu && (
        <RowMenu
          {...menu}
          controls={controls}
          links={links}
          serverMs={serverMs}
          onOpen={open}
          onCopy={(text) => void copy(text)}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  );
}

function notLoaded(): undefined {
  return undefined;
}
