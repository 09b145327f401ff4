import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { nameKey } from '@gwanje/contract/definition/names';
import { type Kysely, sql } from 'kysely';
import { clusterTokens } from '../pipeline/receive/tokens/cluster-token.ts';
import { DEMO_CLUSTERS } from './seed.ts';

type Db = Kysely<Database>;

/**
 * Issues a token for the agent of each demo cluster, in a file of the data folder that only its owner can
 * read. A file whose token the database knows stays unchanged, even when the token is revoked: an admin then
 * locked the agent out on purpose.
 */
export async function issueDemoTokens(db: Db, dataDir: string, now: Date): Promise<void> {
  const folder = join(dataDir, 'demo');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of DEMO_CLUSTERS) {
    const file = join(folder, `${name}.token`);
    await db.transaction().execute(async (trx) => {
      // The lock stops two servers that start together from both writing the file.
      await sql`lock table cluster_token in exclusive mode`.execute(trx);
      if (await isKnown(trx, file)) return;
      const cluster = await trx
        .selectFrom('cluster')
        .select('hostId')
        .where('nameKey', '=', nameKey(name))
        .orderBy('hostId')
        .executeTakeFirst();
      await rm(file, { force: true });
      if (!cluster) return;
      const { token, tokenHash, prefix } = clusterTokens.make();
      const { hostId } = cluster;
      await trx
        .insertInto('clusterToken')
        .values({ hostId, tokenHash, prefix, createdBy: null, createdAt: now })
        .execute();
      await recordAudit(trx, {
        actor: null,
        action: 'demo.issueToken',
        target: { kind: 'cluster', id: hostId },
        outcome: 'done',
        detail: { prefix },
      });
      await writeFile(file, token, { mode: 0o600, flag: 'wx' });
      // Another data folder already wrote the past of this cluster, so it is not written again.
      if (await hasSentBatches(trx, hostId))
        await writeFile(join(folder, 'past-written'), 'known\n', { mode: 0o600 });
    });
  }
}

async function isKnown(db: Db, file: string): Promise<boolean> {
  const token = await readFile(file, 'utf8').catch(() => undefined);
  if (token === undefined) return false;
  const row = await db
    .selectFrom('clusterToken')
    .select('tokenId')
    .where('tokenHash', '=', hashToken(token.trim()))
    .executeTakeFirst();
  return row !== undefined;
}

async function hasSentBatches(db: Db, hostId: number): Promise<boolean> {
  const row = await db
    .selectFrom('clusterLive')
    .select('hostId')
    .where('hostId', '=', hostId)
    .executeTakeFirst();
  return row !== undefined;
}
