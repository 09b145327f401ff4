/** How many series of a stack are named by default. */
export const OTHERS_AFTER = 7;
/** More do not fit beside a title. */
export const NAMES_IN_HEAD = 2;

/** Above this number the names are pod names, which are long. */
export const MANY_NAMES = 6;

interface LegendOptions {
  readonly stacked: boolean;
  readonly othersAfter?: number | undefined;
}

/** The number of legend entries: a stack names the series that it shows, the others as one entry, and the total. */
export function legendCnt(seriesCnt: number, { stacked, othersAfter = OTHERS_AFTER }: LegendOptions): number {
  if (!stacked) return seriesCnt;
  const namedCnt = Math.min(seriesCnt, othersAfter + 1);
  return namedCnt + (namedCnt > 1 ? 1 : 0);
}
