import type { Handlers } from '../../http/call.ts';
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

export const dashboardHandlers: Handlers<'getDashboardObjects' | 'getDashboardSummary'> = {
  async getDashboardObjects({ live, scope, body, now }) {
    const hostIds = chosenHosts(live, scope.selected, body);
    return { serverTime: now.toISOString(), ...live.dashboardObjects(body, hostIds, now.getTime()) };
  },
  async getDashboardSummary({ live, scope, body, now }) {
    const hostIds = chosenHosts(live, scope.selected, body);
    return { serverTime: now.toISOString(), ...live.dashboardSummary(hostIds, now.getTime()) };
  },
};
