import type { Db } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/fields';
import { sql } from 'kysely';

/** Locks the user table, so that only one of two servers that start together finds it empty. */
export async function lockWithoutUsers(db: Db): Promise<boolean> {
  await sql`lock table user_account in exclusive mode`.execute(db);
  const user = await db.selectFrom('userAccount').select('userNo').limit(1).executeTakeFirst();
  return user === undefined;
}

/** The migrations insert the default template. */
export async function findDefaultTemplate(db: Db): Promise<number> {
  const row = await db
    .selectFrom('alarmTemplate')
    .select('alarmTemplateId')
    .orderBy('alarmTemplateId')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.alarmTemplateId;
}

/** Stops two servers that start together from both writing the file of a token. */
export async function lockTokens(db: Db): Promise<void> {
  await sql`lock table cluster_token in exclusive mode`.execute(db);
}

export async function isTokenKnown(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('clusterToken')
    .select('tokenId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findClusterByName(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('cluster')
    .select('hostId')
    .where('nameKey', '=', nameKey(name))
    .orderBy('hostId')
    .executeTakeFirst();
  return row?.hostId;
}

export async function hasSentBatches(db: Db, hostId: number): Promise<boolean> {
  const row = await db
    .selectFrom('clusterLive')
    .select('hostId')
    .where('hostId', '=', hostId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last change of a user in the audit log. */
export async function findLastAction(db: Db, userNo: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('action')
    .where('targetKind', '=', 'user')
    .where('targetId', '=', String(userNo))
    .where('outcome', '=', 'done')
    // Sign-ins and lock-outs change no account.
    .where('action', 'not like', 'session.%')
    .orderBy('auditId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.action;
}

export async function hasFinishedHandovers(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('handover')
    .select('handoverId')
    .where('finishedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listSubGroupIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('subGroup').select('subGroupId').execute();
  return rows.map(({ subGroupId }) => subGroupId);
}

/** When the stored past of the clusters begins. */
export async function findOldestBatch(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('clusterLive')
    .select('firstBatchAt')
    .orderBy('firstBatchAt')
    .limit(1)
    .executeTakeFirst();
  return row?.firstBatchAt ?? undefined;
}
