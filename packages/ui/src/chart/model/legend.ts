/** How many of a stack have a name of their own unless said. */
export const OTHERS_AFTER = 7;
/** More do not fit beside a title. */
export const NAMES_IN_HEAD = 2;

/** So many are names of pods, which are long. */
export const MANY_NAMES = 6;

interface LegendOptions {
  readonly stacked: boolean;
  readonly othersAfter?: number | undefined;
}

/** How many names so many series have: a stack names those it shows, the others as one, and of several their total. */
export function legendCnt(seriesCnt: number, { stacked, othersAfter = OTHERS_AFTER }: LegendOptions): number {
  if (!stacked) return seriesCnt;
  const namedCnt = Math.min(seriesCnt, othersAfter + 1);
  return namedCnt + (namedCnt > 1 ? 1 : 0);
}
