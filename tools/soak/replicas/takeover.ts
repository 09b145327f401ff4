import type { History } from './history.ts';

export interface TakeoverFigures {
  readonly cnt: number;
  readonly p50Ms: number;
  readonly maxMs: number;
}

/** An acknowledgement this soon after the fault was on its way already. */
const ON_ITS_WAY_MS = 50;

/** The time from a fault to the next acknowledgement of each cluster whose owner it hit. */
export function takeoverFigures(
  { batches, lostOwners }: Pick<History, 'batches' | 'lostOwners'>,
  isCounted: (fault: string) => boolean,
): TakeoverFigures | undefined {
  const byCluster = Map.groupBy(batches, ({ hostId }) => hostId);
  const tookMs = lostOwners
    .filter(({ fault }) => isCounted(fault))
    .flatMap(({ atMs, hostIds }) =>
      hostIds.flatMap((hostId) => {
        const next = byCluster.get(hostId)?.find(({ ackedMs }) => (ackedMs ?? 0) > atMs + ON_ITS_WAY_MS);
        return next?.ackedMs ? [next.ackedMs - atMs] : [];
      }),
    )
    .toSorted((a, b) => a - b);
  const [maxMs, p50Ms] = [tookMs.at(-1), tookMs[Math.floor((tookMs.length - 1) / 2)]];
  if (maxMs === undefined || p50Ms === undefined) return undefined;
  return { cnt: tookMs.length, p50Ms, maxMs };
}
