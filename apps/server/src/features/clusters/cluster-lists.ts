import type { listClusters as listClustersCall } from '@gwanje/contract/clusters/clusters';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { MAX_PAGE_CNT } from '@gwanje/contract/definition/list';
import { findSubGroupVisibility } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import { LiveState } from '../../live/live-state.ts';
import type { ClusterIdentity } from '../../live/tables/clusters.ts';
import type { ClusterNow } from '../../live/views/cluster-answers.ts';
import type { Call } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { findCluster, listClusterPage, listClustersOf } from './cluster-repository.ts';

type ReadCall = Pick<Call, 'db' | 'user' | 'now'> & { readonly live: LiveState };
type ClusterRow = Awaited<ReturnType<typeof listClustersOf>>[number];

/** The address names the sub group, so the global selection does not apply. */
export async function clustersOfSubGroup(call: ReadCall, subGroupId: number) {
  const { db, user } = call;
  requireSeen('subGroup', subGroupId, await findSubGroupVisibility(db, user, subGroupId));
  return (await listClustersOf(db, subGroupId)).map((row) => withState(call, row));
}

export async function clusterPage(
  call: ReadCall,
  selected: readonly number[],
  body: BodyOf<typeof listClustersCall>,
) {
  const { db } = call;
  const page = { pageNo: body.pageNo ?? 1, pageCnt: body.pageCnt ?? MAX_PAGE_CNT };
  const { totalCnt, list } = await listClusterPage(db, selected, body, page);
  return { totalCnt, ...page, list: list.map((row) => withState(call, row)) };
}

export async function clusterInfo(call: ReadCall, hostId: number) {
  const { db, user } = call;
  const { isSeen, ...row } = requireSeen('cluster', hostId, await findCluster(db, user, hostId));
  return withState(call, row);
}

function withState(call: ReadCall, row: ClusterRow) {
  const { hostId, name, ...state } = stateOf(call, row);
  return { ...withIsoTimes(row), state };
}

export function stateOf(
  { live, now }: Pick<Call, 'now'> & { readonly live: LiveState },
  row: ClusterIdentity,
): ClusterNow {
  return live.clusterState(row.hostId, now.getTime()) ?? neverConnected(row, now);
}

/** The state of a cluster that another process has just created. */
function neverConnected(row: ClusterIdentity, now: Date): ClusterNow {
  const live = new LiveState();
  live.setCluster(row);
  const state = live.clusterState(row.hostId, now.getTime());
  if (!state) throw new Error('a cluster that was set is there');
  return state;
}
