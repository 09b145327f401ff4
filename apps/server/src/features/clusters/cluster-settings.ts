import { clusterColumns, type listClusterSettings } from '@gwanje/contract/clusters/cluster-settings';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { Page } from '@gwanje/contract/definition/list';
import { may } from '@gwanje/domain/access/permissions';
import { compareVersions, isOutdated } from '@gwanje/domain/agents/versions';
import type { LiveState } from '../../live/live-state.ts';
import type { Call } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { listComputedRows } from '../../platform/store/list-repository.ts';
import { VERSION } from '../../platform/version.ts';
import { stateOf } from './cluster-lists.ts';
import { listOwnedClusters } from './cluster-repository.ts';

type ReadCall = Pick<Call, 'db' | 'user' | 'now' | 'scope'> & { readonly live: LiveState };

/** Computes the whole list: there are only hundreds of clusters, and half of the columns are in memory. */
export async function clusterSettingsPage(
  call: ReadCall,
  page: Page,
  body: BodyOf<typeof listClusterSettings>,
) {
  const { db, user, now, scope } = call;
  const clusters = await listOwnedClusters(db, scope.selected);
  const rows = clusters.map(({ ownerUserNo, ...row }) => {
    const { monResult, platform, kubernetesVersion, agentCnt, problemCnt, nodeCnt, podCnt, ...state } =
      stateOf(call, row);
    const versions = state.agentVersionList.toSorted(compareVersions);
    return {
      ...withIsoTimes(row),
      monResult,
      platform,
      kubernetesVersion,
      agentVersion: versions.length === 0 ? null : versions.join(', '),
      isAgentOutdated: versions.some((version) => isOutdated(version, VERSION)),
      agentCnt,
      problemCnt,
      nodeCnt,
      podCnt,
      isManaged: may(user, 'cluster.manage', { ownerUserNo }),
      isStale: state.isStale,
      dataAt: state.dataAt,
    };
  });
  const found = await listComputedRows(db, clusterColumns, rows, { ...body, ...page });
  return { ...found, ...page, serverTime: now.toISOString() };
}

/** Counts working agents by version, and silent agents separately. */
export async function agentVersions(call: ReadCall) {
  const { db, live, now, scope } = call;
  const clusters = await listOwnedClusters(db, scope.selected);
  const byVersion = new Map<string, { hostId: number; name: string; agentCnt: number }[]>();
  let [neverConnectedCnt, silentCnt] = [0, 0];
  for (const row of clusters) {
    const { isStale, dataAt } = stateOf(call, row);
    if (dataAt === null) neverConnectedCnt++;
    else if (isStale) silentCnt++;
    for (const [version, agentCnt] of live.agentVersions(row.hostId)) {
      const known = byVersion.get(version) ?? [];
      known.push({ hostId: row.hostId, name: row.name, agentCnt });
      byVersion.set(version, known);
    }
  }
  return {
    serverTime: now.toISOString(),
    serverVersion: VERSION,
    versionList: [...byVersion]
      .toSorted(([a], [b]) => compareVersions(a, b))
      .map(([version, clusterList]) => ({
        version,
        isOutdated: isOutdated(version, VERSION),
        agentCnt: clusterList.reduce((sum, { agentCnt }) => sum + agentCnt, 0),
        clusterList,
      })),
    neverConnectedCnt,
    silentCnt,
  };
}
