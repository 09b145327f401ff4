import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { countRows } from '../../platform/store/list-repository.ts';

/** A large cluster has thousands of agents: those with problems come first. */
const MAX_AGENTS = 500;

function seenClusters(db: Db, viewer: Viewer) {
  return db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['cluster.hostId', 'cluster.name', 'cluster.claimKey', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'));
}

export function findCluster(db: Db, viewer: Viewer, hostId: number) {
  return seenClusters(db, viewer).where('cluster.hostId', '=', hostId).executeTakeFirst();
}

export type SeenCluster = NonNullable<Awaited<ReturnType<typeof findCluster>>>;

/** Locks the cluster, so that it neither changes nor moves until the transaction ends. */
export function lockCluster(db: Db, viewer: Viewer, hostId: number) {
  return seenClusters(db, viewer).where('cluster.hostId', '=', hostId).forShare('cluster').executeTakeFirst();
}

export function lockToken(db: Db, viewer: Viewer, tokenId: number) {
  return seenClusters(db, viewer)
    .innerJoin('clusterToken', 'clusterToken.hostId', 'cluster.hostId')
    .select(['clusterToken.prefix', 'clusterToken.role', 'clusterToken.revokedAt'])
    .where('clusterToken.tokenId', '=', tokenId)
    .forUpdate('clusterToken')
    .executeTakeFirst();
}

export function listTokens(db: Db, hostId: number) {
  return db
    .selectFrom('clusterToken')
    .leftJoin('userAccount', 'userAccount.userNo', 'clusterToken.createdBy')
    .select(['tokenId', 'clusterToken.role', 'prefix', 'clusterToken.createdAt', 'clusterToken.lastUsedAt'])
    .select(['revokedAt', 'userAccount.userId as createdBy'])
    .where('hostId', '=', hostId)
    .orderBy('tokenId', 'desc')
    .execute();
}

/** Counts the tokens of the cluster agent. Without node agents, an agent outside the cluster may read the nodes. */
export function sumTokens(db: Db, hostId: number) {
  return db
    .selectFrom('clusterToken')
    .select(({ fn }) => [
      fn.countAll<number>().as('cnt'),
      fn.countAll<number>().filterWhere('revokedAt', 'is', null).as('validCnt'),
      fn.min('createdAt').as('firstAt'),
      fn.max('createdAt').as('lastAt'),
    ])
    .where('hostId', '=', hostId)
    .where('role', '=', 'cluster')
    .executeTakeFirstOrThrow();
}

/** Whether the newest manifest gives its agent the right to read logs. Undefined: there is no valid one. */
export async function hasChosenLogs(db: Db, hostId: number): Promise<boolean | undefined> {
  const token = await db
    .selectFrom('clusterToken')
    .select('mayReadLogs')
    .where('hostId', '=', hostId)
    .where('role', '=', 'cluster')
    .where('revokedAt', 'is', null)
    .orderBy('tokenId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return token?.mayReadLogs;
}

export function findLive(db: Db, hostId: number) {
  return db
    .selectFrom('clusterLive')
    .select(['firstBatchAt', 'lastBatchAt', 'lastSampleAt'])
    .where('hostId', '=', hostId)
    .executeTakeFirst();
}

/** Counts existing objects. Containers are not counted, because they belong to pods. */
export function sumObjects(db: Db, hostId: number) {
  return db
    .selectFrom('object')
    .select(({ fn }) => [fn.countAll<number>().as('cnt'), fn.min('firstSeenAt').as('firstAt')])
    .where('hostId', '=', hostId)
    .where('deletedAt', 'is', null)
    .where('kind', '!=', 'container')
    .executeTakeFirstOrThrow();
}

export function listAgents(db: Db, hostId: number) {
  return db
    .selectFrom('agent')
    .select(['agentId', 'role', 'version', 'lastBatchAt', 'clockSkewMs', 'problems'])
    .where('hostId', '=', hostId)
    .orderBy(sql`json_array_length(problems)`, 'desc')
    .orderBy('lastBatchAt', 'desc')
    .orderBy('agentId')
    .limit(MAX_AGENTS)
    .execute();
}

/** Time of the last batch from an agent that sends inventory. */
export async function lastInventoryAt(db: Db, hostId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('agent')
    .select(({ fn }) => fn.max('lastBatchAt').as('at'))
    .where('hostId', '=', hostId)
    .where('role', '=', 'cluster')
    .executeTakeFirst();
  return row?.at ?? null;
}

export function countAgents(db: Db, hostId: number): Promise<number> {
  return countRows(db, db.selectFrom('agent').where('hostId', '=', hostId));
}

export function listRefusals(db: Db, hostId: number) {
  return db
    .selectFrom('refusal')
    .select(['reason', 'lastAt', 'cnt', 'detail'])
    .where('hostId', '=', hostId)
    .orderBy('lastAt', 'desc')
    .execute();
}
