import type { ObjectType } from '@gwanje/contract/dashboard-options';
import { pastMs } from '../../history/as-of.ts';
import { pastOf } from '../../history/past-cache.ts';
import type { Handlers } from '../../http/call.ts';
import type { ListKind } from '../../live/kinds.ts';
import type { LiveState } from '../../live/live-state.ts';

interface Chosen {
  readonly isAllCluster: boolean;
  readonly clusterList: readonly number[];
}

/** Of the clusters in the selected groups, all or those chosen; a cluster of another group is passed over. */
function chosenHosts(live: LiveState, selected: readonly number[], chosen: Chosen): Set<number> {
  const hostIds = live.hostIds(new Set(selected));
  return chosen.isAllCluster ? hostIds : new Set(chosen.clusterList.filter((hostId) => hostIds.has(hostId)));
}

/** What must be known of the past: of clusters, how full their volumes were. */
const PAST_KINDS: Readonly<Record<ObjectType, ListKind>> = {
  container: 'container',
  pod: 'pod',
  node: 'node',
  cluster: 'pvc',
};

export const dashboardHandlers: Handlers<'getDashboardObjects' | 'getDashboardSummary'> = {
  async getDashboardObjects(call) {
    const { live, scope, body, now } = call;
    const hostIds = chosenHosts(live, scope.selected, body);
    if (body.at === undefined)
      return {
        serverTime: now.toISOString(),
        ...live.dashboardObjects(body, hostIds, now.getTime()),
        isTruncated: false,
      };
    const atMs = pastMs(body.at, now);
    const kind = PAST_KINDS[body.objectType];
    const past = await pastOf(call, { kind, hostIds, atMs });
    const isComplete = await past.putAllValues(kind);
    return {
      serverTime: new Date(atMs).toISOString(),
      ...past.live.dashboardObjects(body, hostIds, atMs),
      isTruncated: past.isTruncated || !isComplete,
    };
  },
  async getDashboardSummary({ live, scope, body, now }) {
    const hostIds = chosenHosts(live, scope.selected, body);
    return { serverTime: now.toISOString(), ...live.dashboardSummary(hostIds, now.getTime()) };
  },
};
