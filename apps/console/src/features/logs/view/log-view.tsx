import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFillHeight } from '#components/list/state/use-list-view.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { placeOf } from '../lines/line-store.ts';
import type { LogLine, LogRow } from '../lines/log-row.ts';
import { allRows, shownRows } from '../lines/shown-rows.ts';
import { choiceFromAddress, choiceToAddress, type LogChoice, windowOf } from '../log-choice.ts';
import { chosenTargets, type LogTarget, targetKey } from '../log-targets.ts';
import type { RowContext } from '../rows/log-row-view.tsx';
import { LogRows, type Position } from '../rows/log-rows.tsx';
import type { LogSnapshot } from '../stream/log-session.ts';
import { CopyMenu } from './copy-menu.tsx';
import { FollowButton } from './follow-button.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import classes from './log-view.module.css';
import { isGone, NoLines } from './no-lines.tsx';
import { SearchBox } from './search-box.tsx';
import { SourceLegend, shownSources } from './source-legend.tsx';
import { StateBar } from './state-bar.tsx';
import { useLineSearch } from './use-line-search.ts';
import { useLogSession } from './use-log-session.ts';
import { useRowSelection } from './use-row-selection.ts';

interface LogViewProps {
  readonly targets: readonly LogTarget[];
  /** The page is about one container: there is nothing to choose. */
  readonly isOneContainer: boolean;
  readonly fileName: string;
}

/** The log of some containers with everything to read it: what a person chose is in the address. */
export function LogView({ targets, isOneContainer, fileName }: LogViewProps) {
  const t = useT();
  const { search: address, change } = useAddress();
  const choice = useMemo(() => choiceFromAddress(address), [address]);
  const choose = (patch: Partial<LogChoice>) => void change(choiceToAddress(patch), { replace: true });
  const chosen = chosenTargets(targets, choice.containerName, choice.isPrevious);
  const opened = useLogSession({
    window: windowOf(choice),
    isPrevious: choice.isPrevious,
    aroundMs: choice.aroundMs,
    targets: chosen,
  });
  const { session, snapshot } = opened;
  const found = useLineSearch(session, choice);
  const sources = useMemo(() => shownSources(opened.targets), [opened.targets]);
  const shown = useShownRows(opened.targets, snapshot, choice, found);

  const panelRef = useRef<HTMLElement>(null);
  const frameRef = useRef<HTMLDivElement>(null);
  const findRef = useRef<HTMLInputElement>(null);
  useFillHeight(panelRef);

  const reading = useReading(session, choice.aroundMs === null ? [] : snapshot.rows, snapshot.receivedCnt);
  const selection = useRowSelection(shown.rows);
  const [expanded, setExpanded] = useState<ReadonlySet<LogLine>>(new Set());
  const [match, setMatch] = useState<LogRow | null>(null);

  const matchAt = match === null ? -1 : shown.matches.indexOf(placeOf(shown.rows, match));
  function goToMatch(step: 1 | -1): void {
    const { matches, rows } = shown;
    if (matches.length === 0) return;
    // The newest match first, as a reader at the end expects; then up or down, around the ends.
    const next = matchAt < 0 ? matches.length - 1 : (matchAt + step + matches.length) % matches.length;
    const row = rows[matches[next] ?? 0];
    if (!row) return;
    setMatch(row);
    reading.move({ row, offset: -(frameRef.current?.clientHeight ?? 0) / 3 });
  }

  const toggle = useCallback((line: LogLine) => {
    setExpanded((before) => {
      const next = new Set(before);
      if (!next.delete(line)) next.add(line);
      return next;
    });
  }, []);
  const isExpanded = useCallback((line: LogLine) => expanded.has(line), [expanded]);
  const context = useMemo(
    (): RowContext => ({
      sources: sources.length > 1 ? sources : [],
      showsTimes: choice.showsTimes,
      rangesOf: found.rangesOf,
      currentMatch: match,
      isSelected: selection.isSelected,
      isExpanded,
      onExpand: toggle,
      onSelect: selection.select,
    }),
    [sources, choice.showsTimes, found, match, selection.isSelected, selection.select, isExpanded, toggle],
  );

  // The find of the browser sees only the rows that are on screen.
  useWindowEvent('keydown', (event) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
    if (!isFind || event.defaultPrevented) return;
    event.preventDefault();
    findRef.current?.focus();
    findRef.current?.select();
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') selection.clear();
    else if (event.key === 'End' && event.target === frameRef.current) reading.move('end');
  }

  return (
    <section ref={panelRef} className={classes.panel} aria-label={t('logs.viewer')} onKeyDown={onKeyDown}>
      <LogToolbar
        choice={choice}
        targets={targets}
        isOneContainer={isOneContainer}
        onChoose={choose}
        actions={
          <CopyMenu
            shown={shown}
            all={snapshot.rows}
            loadedCnt={snapshot.receivedCnt - snapshot.droppedCnt}
            selected={selection.selected}
            sources={context.sources}
            fileName={fileName}
            onClear={() => session?.clear()}
          />
        }
      >
        <SearchBox
          inputRef={findRef}
          choice={choice}
          search={found}
          matchAt={matchAt}
          matchCnt={shown.matches.length}
          onChoose={choose}
          onStep={goToMatch}
        />
      </LogToolbar>
      {sources.length > 1 && (
        <SourceLegend
          targets={opened.targets}
          totalCnt={chosen.length}
          sources={sources}
          states={snapshot.sources}
          hidden={choice.hidden}
          onChange={(hidden) => choose({ hidden })}
        />
      )}
      <div className={classes.body}>
        {shown.rows.length === 0 || isGone(snapshot, choice) ? (
          <div className={classes.empty}>
            <NoLines snapshot={snapshot} choice={choice} onChoose={choose} />
          </div>
        ) : (
          <LogRows
            rows={shown.rows}
            context={context}
            position={reading.position}
            onMove={reading.move}
            frameRef={frameRef}
            isWrapped={choice.isWrapped}
            layoutKey={`${choice.isWrapped} ${choice.showsTimes} ${sources.length > 1}`}
          />
        )}
        {reading.position !== 'end' && choice.aroundMs === null && !choice.isPrevious && (
          <FollowButton newCnt={reading.newCnt} onFollow={() => reading.move('end')} />
        )}
      </div>
      <StateBar
        snapshot={snapshot}
        shownCnt={shown.lineCnt}
        onGoOn={() => session?.goOn()}
        onRetry={() => session?.retry()}
      />
    </section>
  );
}

function useShownRows(
  targets: readonly LogTarget[],
  { rows, receivedCnt, droppedCnt }: LogSnapshot,
  { hidden, levels, contextLines, find, exclude }: LogChoice,
  { rangesOf, isExcluded }: ReturnType<typeof useLineSearch>,
) {
  const isWhole = hidden.length === 0 && levels.length === 0 && find === '' && exclude === '';
  const loadedCnt = receivedCnt - droppedCnt;
  return useMemo(() => {
    if (isWhole) return allRows(rows, loadedCnt);
    const hiddenSources = targets.flatMap((target, at) => (hidden.includes(targetKey(target)) ? [at] : []));
    return shownRows(rows, {
      hiddenSources: new Set(hiddenSources),
      levels: new Set(levels),
      contextLines: find === '' ? null : contextLines,
      isMatch: (line) => rangesOf(line) !== null,
      isExcluded,
    });
  }, [isWhole, loadedCnt, targets, rows, hidden, levels, contextLines, find, rangesOf, isExcluded]);
}

/** Where a person reads, and how many lines have come since the viewer stopped to follow. */
function useReading(
  session: ReturnType<typeof useLogSession>['session'],
  rows: readonly LogRow[],
  receivedCnt: number,
) {
  const [moved, setMoved] = useState<{ session: unknown; position: Position; receivedCnt: number } | null>(
    null,
  );
  const alarm = rows.find(({ source }) => source === -1);
  // The line of the alarm is a third below the top until the person scrolls.
  const first: Position = alarm ? { row: alarm, offset: -200 } : 'end';
  const own = moved?.session === session ? moved : null;
  const position = own?.position ?? first;
  const isHolding = position !== 'end';
  useEffect(() => session?.hold(isHolding), [session, isHolding]);
  return {
    position,
    newCnt: own ? receivedCnt - own.receivedCnt : 0,
    move: (next: Position) =>
      setMoved((before) => ({
        session,
        position: next,
        receivedCnt:
          before?.session === session && before.position !== 'end' && next !== 'end'
            ? before.receivedCnt
            : receivedCnt,
      })),
  };
}
