import type { MetricStore } from '@gwanje/metric-store/interface';
import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { readSeries } from './series.ts';
import { findTargets } from './series-targets.ts';
import { readTop } from './series-top.ts';

/** Series name their objects, so an allowed group is enough; a ranking follows the selection. */
export const seriesRoutes = {
  async querySeries({ db, metricStore, scope, body, now }) {
    const targets = await findTargets(db, scope, body.targets);
    return { serverTime: now.toISOString(), ...(await readSeries(metricStore, targets, body)) };
  },
  async queryTop(call) {
    return { serverTime: call.now.toISOString(), ...(await readTop(call, call.body)) };
  },
} satisfies Routes<{ live: LiveState; metricStore: MetricStore }>;
