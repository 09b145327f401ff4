import { useEffect, useMemo, useState } from 'react';
import type { LogLine } from '../lines/log-row.ts';
import type { LogChoice } from '../log-choice.ts';
import { LineSearch } from '../search/line-search.ts';
import { searchPattern } from '../search/search-lines.ts';
import { workerSearcher } from '../search/worker-searcher.ts';
import type { LogSession } from '../stream/log-session.ts';

export interface ShownSearch {
  readonly isValid: boolean;
  readonly isActive: boolean;
  readonly isTooSlow: boolean;
  readonly isRunning: boolean;
  /** New functions after each change of the results. */
  readonly rangesOf: (line: LogLine) => readonly number[] | null;
  readonly isExcluded: (line: LogLine) => boolean;
}

type SearchChoice = Pick<LogChoice, 'find' | 'exclude' | 'isPattern' | 'isCaseSensitive'>;

const NO_RANGES = () => null;
const NONE = () => false;

/** The search of the address in the lines of a session. */
export function useLineSearch(session: LogSession | null, choice: SearchChoice): ShownSearch {
  const { find, exclude, isPattern, isCaseSensitive } = choice;
  const patterns = useMemo(() => {
    const shared = { isPattern, isCaseSensitive };
    return {
      find: searchPattern({ text: find, ...shared }),
      exclude: searchPattern({ text: exclude, ...shared }),
    };
  }, [find, exclude, isPattern, isCaseSensitive]);
  const isValid = patterns.find !== undefined && patterns.exclude !== undefined;
  const isActive = patterns.find != null || patterns.exclude != null;
  const [search, setSearch] = useState<LineSearch | null>(null);
  const [version, setVersion] = useState(0);

  useEffect(() => {
    const { find: toFind, exclude: toExclude } = patterns;
    if (!session || toFind === undefined || toExclude === undefined || (!toFind && !toExclude)) {
      setSearch(null);
      return;
    }
    const begun = new LineSearch({ find: toFind, exclude: toExclude }, workerSearcher, () =>
      setVersion((before) => before + 1),
    );
    setSearch(begun);
    begun.add(session.snapshot().rows.filter((row) => row.kind === 'line'));
    const stop = session.follow((lines) => begun.add(lines));
    return () => {
      stop();
      begun.close();
    };
  }, [session, patterns]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has other results
  return useMemo(
    () => ({
      isValid,
      isActive,
      isTooSlow: search?.isTooSlow ?? false,
      isRunning: search?.isRunning ?? false,
      rangesOf: search ? (line: LogLine) => search.rangesOf(line) : NO_RANGES,
      isExcluded: search ? (line: LogLine) => search.isExcluded(line) : NONE,
    }),
    [search, version, isValid, isActive],
  );
}
