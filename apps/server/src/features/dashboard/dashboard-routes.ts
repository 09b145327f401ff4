import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type DashboardTable, encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import type { ListKind } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { pastMs } from '../../history/as-of.ts';
import { pastOf } from '../../history/past-cache.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { DashboardTiles } from '../../live/views/dashboard.ts';
import type { FileAnswer, Routes } from '../../platform/http/call.ts';

interface ClusterChoice {
  readonly isAllCluster: boolean;
  readonly clusterList: readonly number[];
}

/** All clusters of the selected groups, or the chosen ones among them; others are ignored. */
function chosenHosts(live: LiveState, selected: readonly number[], choice: ClusterChoice): Set<number> {
  const hostIds = live.hostIds(new Set(selected));
  return choice.isAllCluster ? hostIds : new Set(choice.clusterList.filter((hostId) => hostIds.has(hostId)));
}

/** The kind to read from history. A cluster's values come from its claims. */
const PAST_KINDS: Readonly<Record<ObjectType, ListKind>> = {
  container: 'container',
  pod: 'pod',
  node: 'node',
  cluster: 'claim',
};

type Origin = Pick<DashboardTable, 'serverTime' | 'isTruncated'>;

/** One part is sent in one piece, several as a stream. */
async function fileOf(parts: Iterator<DashboardTiles, void>, origin: Origin): Promise<FileAnswer> {
  const first = parts.next();
  if (first.done) throw new Error('the dashboard has no part');
  const content =
    first.value.followingCnt === 0
      ? await encoded(first.value, origin)
      : Readable.from(encodedParts(first.value, parts, origin), { objectMode: false });
  return { contentType: 'application/octet-stream', content, headers: { 'cache-control': 'no-store' } };
}

async function* encodedParts(first: DashboardTiles, parts: Iterator<DashboardTiles, void>, origin: Origin) {
  let part = first;
  for (;;) {
    yield await encoded(part, origin);
    const next = parts.next();
    if (next.done) return;
    part = next.value;
  }
}

/** Other requests run between collecting and encoding: each takes about 10 ms for 100,000 objects. */
async function encoded(tiles: DashboardTiles, origin: Origin): Promise<Buffer> {
  await setImmediate();
  return Buffer.from(encodeDashboardObjects({ ...tiles, ...origin }).buffer);
}

export const dashboardRoutes = {
  async getDashboardObjects(call) {
    const { live, scope, body, now } = call;
    const hostIds = chosenHosts(live, scope.selected, body);
    if (body.at === undefined) {
      const origin = { serverTime: now.toISOString(), isTruncated: false };
      return await fileOf(live.dashboardParts(body, hostIds, now.getTime()), origin);
    }
    const atMs = pastMs(body.at, now);
    const kind = PAST_KINDS[body.objectType];
    const past = await pastOf(call, { kind, hostIds, atMs });
    const isComplete = await past.putAllValues(kind);
    return await fileOf(past.live.dashboardParts(body, hostIds, atMs), {
      serverTime: new Date(atMs).toISOString(),
      isTruncated: past.isTruncated || !isComplete,
    });
  },
  async getDashboardSummary({ live, scope, body, now }) {
    const hostIds = chosenHosts(live, scope.selected, body);
    return { serverTime: now.toISOString(), ...(await live.dashboardSummary(hostIds, now.getTime())) };
  },
} satisfies Routes<{ live: LiveState; metricStore: MetricStore }>;
