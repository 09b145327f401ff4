import { every } from '@gwanje/backend/lifecycle/every';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';

const POINTS = 48;
const AT_ONCE = 500;

/** Estimates when each claim will be full, from the growth of its last day. */
export async function forecastClaims(live: LiveState, store: MetricStore, nowMs: number): Promise<void> {
  for (let pageNo = 1; ; pageNo++) {
    const { list } = live.list('claim', { hostIds: live.hostIds(), pageNo, pageCnt: AT_ONCE, nowMs });
    if (list.length === 0) return;
    const capacities = new Map(list.map(({ pvcId, capacityBytes }) => [Number(pvcId), capacityBytes ?? 0]));
    const answer = await store.series({
      scope: 'claim',
      ids: [...capacities.keys()],
      metrics: ['usedBytes'],
      fromMs: nowMs - DAY_MS,
      toMs: nowMs,
      maxPoints: POINTS,
    });
    for (const { id, avg } of answer.series) {
      const points = avg.flatMap((usedBytes, at) =>
        usedBytes === null ? [] : [{ atMs: answer.startMs + at * answer.stepMs, usedBytes }],
      );
      live.setDaysUntilFull(id, daysUntilFull(points, capacities.get(id) ?? 0));
    }
  }
}

const EVERY_MS = 5 * 60_000;

interface ForecastDeps {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Forecasts once now, then every five minutes. */
export async function startForecast({
  live,
  metricStore,
  logger,
  now,
}: ForecastDeps): Promise<AsyncDisposable> {
  const forecast = () => forecastClaims(live, metricStore, now().getTime());
  await forecast().catch((err: unknown) => logger.warn({ err }, 'claims not forecast'));
  return every(EVERY_MS, logger, 'forecast claims', forecast);
}

const DAY_MS = 86_400_000;
/** A shorter span allows no estimate for a day. */
const MIN_SPAN_MS = 2 * 3_600_000;
/** Ten years: slower growth does not matter. */
const MAX_DAYS = 3650;

interface UsePoint {
  readonly atMs: number;
  readonly usedBytes: number;
}

/** Days at the pace of a least-squares line; null when use does not grow or too little is known. */
export function daysUntilFull(points: readonly UsePoint[], capacityBytes: number): number | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || last.atMs - first.atMs < MIN_SPAN_MS || !(capacityBytes > 0)) return null;
  const meanAt = mean(points.map(({ atMs }) => atMs));
  const meanUsed = mean(points.map(({ usedBytes }) => usedBytes));
  let across = 0;
  let along = 0;
  for (const { atMs, usedBytes } of points) {
    across += (atMs - meanAt) * (usedBytes - meanUsed);
    along += (atMs - meanAt) ** 2;
  }
  const bytesPerDay = (across / along) * DAY_MS;
  const days = Math.max(capacityBytes - last.usedBytes, 0) / bytesPerDay;
  return bytesPerDay > 0 && days <= MAX_DAYS ? days : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
