import type { Database } from '@gwanje/backend/database/schema';
import type { listClusters as listClustersCall } from '@gwanje/contract/clusters';
import type { BodyOf } from '@gwanje/contract/endpoint';
import { MAX_PAGE_CNT } from '@gwanje/contract/list';
import type { Kysely } from 'kysely';
import { requireSeen } from '../../access/targets.ts';
import type { Viewer } from '../../access/visibility.ts';
import { withIsoTimes } from '../../store/iso-times.ts';
import {
  countClusters,
  findCluster,
  findSubGroupSight,
  listClusterRows,
  listClustersOf,
} from './repository.ts';

type Db = Kysely<Database>;

/** The address names the sub group, so the global selection has no say. */
export async function clustersOfSubGroup(db: Db, viewer: Viewer, subGroupId: number) {
  requireSeen('subGroup', subGroupId, await findSubGroupSight(db, viewer, subGroupId));
  return (await listClustersOf(db, subGroupId)).map(withIsoTimes);
}

export async function clusterPage(
  db: Db,
  selected: readonly number[],
  body: BodyOf<typeof listClustersCall>,
) {
  const page = { pageNo: body.pageNo ?? 1, pageCnt: body.pageCnt ?? MAX_PAGE_CNT };
  const totalCnt = await countClusters(db, selected, body.filter);
  const rows = await listClusterRows(db, selected, body, page);
  return { totalCnt, ...page, list: rows.map(withIsoTimes) };
}

export async function clusterInfo(db: Db, viewer: Viewer, hostId: number) {
  const { isSeen, ...row } = requireSeen('cluster', hostId, await findCluster(db, viewer, hostId));
  return withIsoTimes(row);
}
