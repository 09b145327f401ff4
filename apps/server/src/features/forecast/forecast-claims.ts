import { every } from '@gwanje/backend/lifecycle/every';
import { daysUntilFull } from '@gwanje/domain/reports/growth';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { Ownership } from '../../platform/ownership.ts';

const DAY_MS = 86_400_000;
const POINTS = 48;
const PAGE_SIZE = 500;

/** New forecasts of a cluster's claims. Other replicas copy them with `setDaysUntilFull`. */
export interface ClaimForecasts {
  readonly hostId: number;
  readonly claims: readonly ClaimForecast[];
}

interface ClaimForecast {
  readonly pvcId: number;
  /** Null: the usage does not grow. */
  readonly days: number | null;
}

interface ForecastSources {
  readonly live: LiveState;
  readonly metricStore: Pick<MetricStore, 'series'>;
  readonly ownership: Pick<Ownership, 'owns'>;
  /** Called with new forecasts. */
  readonly onForecasts?: ((forecasts: ClaimForecasts) => void) | undefined;
}

/** Estimates when each claim of the owned clusters will be full, from the growth of its last day. */
export async function forecastClaims(sources: ForecastSources, nowMs: number): Promise<void> {
  const { live, metricStore, ownership, onForecasts } = sources;
  const hostIds = new Set([...live.hostIds()].filter((hostId) => ownership.owns(hostId)));
  for (let pageNo = 1; ; pageNo++) {
    const { list } = live.list('claim', { hostIds, pageNo, pageCnt: PAGE_SIZE, nowMs });
    if (list.length === 0) return;
    const claims = new Map(list.map((claim) => [Number(claim.pvcId), claim]));
    const answer = await metricStore.series({
      scope: 'claim',
      ids: [...claims.keys()],
      metrics: ['usedBytes'],
      fromMs: nowMs - DAY_MS,
      toMs: nowMs,
      maxPoints: POINTS,
    });
    const byHost = new Map<number, ClaimForecast[]>();
    for (const { id: pvcId, avg } of answer.series) {
      const { hostId, capacityBytes } = claims.get(pvcId) ?? {};
      // The cluster may have moved to another replica meanwhile.
      if (hostId === undefined || !ownership.owns(hostId)) continue;
      const samples = avg.flatMap((usedBytes, at) =>
        usedBytes === null ? [] : [{ atMs: answer.startMs + at * answer.stepMs, used: usedBytes }],
      );
      const days = daysUntilFull(samples, capacityBytes ?? 0);
      live.setDaysUntilFull(pvcId, days);
      const forecasts = byHost.get(hostId) ?? [];
      forecasts.push({ pvcId, days });
      byHost.set(hostId, forecasts);
    }
    for (const [hostId, forecasts] of byHost) onForecasts?.({ hostId, claims: forecasts });
  }
}

const EVERY_MS = 5 * 60_000;

interface ForecastDeps extends ForecastSources {
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Forecasts once now, then every five minutes. Only the later failures are warnings: a store that starts may be busy. */
export async function startForecast(deps: ForecastDeps): Promise<AsyncDisposable> {
  const { logger, now } = deps;
  const forecast = () => forecastClaims(deps, now().getTime());
  await forecast().catch((err: unknown) => logger.info({ err }, 'claims not forecast yet'));
  return every(EVERY_MS, logger, 'forecast claims', forecast);
}
