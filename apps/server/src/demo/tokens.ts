import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { nameKey } from '@gwanje/contract/names';
import { type Kysely, sql } from 'kysely';
import { clusterTokens } from '../pipeline/receive/tokens/cluster-token.ts';
import { DEMO_CLUSTERS } from './seed.ts';

type Db = Kysely<Database>;

/**
 * A token for the agent of each demo cluster, in a file of the data folder that only its owner can read. A file whose
 * token the database knows is left alone, also when it has been revoked: then the agent is meant to be locked out.
 */
export async function issueDemoTokens(db: Db, dataDir: string, now: Date): Promise<void> {
  const folder = join(dataDir, 'demo');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of DEMO_CLUSTERS) {
    const file = join(folder, `${name}.token`);
    await db.transaction().execute(async (trx) => {
      // Two servers that start together must not both write the file.
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
      // Another folder has written the past of this cluster: it is not written a second time.
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
