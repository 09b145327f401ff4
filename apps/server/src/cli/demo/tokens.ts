import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '@gwanje/backend/database/schema';
import { auditAs } from '@gwanje/backend/identity/audit';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { insertRow } from '../../platform/store/row-repository.ts';
import { findClusterByName, hasSentBatches, isTokenKnown, lockTokens } from './demo-repository.ts';
import { DEMO_CLUSTERS } from './seed.ts';

/** The agent of a demo cluster, and the writer of its past, which sends samples as an agent of nodes would. */
const TOKENS = [
  { role: 'cluster', ending: 'token' },
  { role: 'node', ending: 'node-token' },
] as const;

/**
 * Issues the tokens of each demo cluster, in files of the demo's folder that only their owner can
 * read. A file whose token the database knows stays unchanged, even when the token is revoked: an admin then
 * locked the agent out on purpose.
 */
export async function issueDemoTokens(db: Db, folder: string, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const wanted = DEMO_CLUSTERS.flatMap((name) => TOKENS.map((token) => ({ name, ...token })));
  for (const { name, role, ending } of wanted) {
    const file = join(folder, `${name}.${ending}`);
    await db.transaction().execute(async (trx) => {
      await lockTokens(trx);
      const known = await readFile(file, 'utf8').catch(() => undefined);
      if (known !== undefined && (await isTokenKnown(trx, hashToken(known.trim())))) return;
      const hostId = await findClusterByName(trx, name);
      await rm(file, { force: true });
      if (hostId === undefined) return;
      const { token, tokenHash, prefix } = clusterTokens.make();
      const row = { hostId, role, tokenHash, prefix, createdBy: null, createdAt: now };
      await insertRow(trx, 'clusterToken', row);
      await auditAs(trx, { actor: null })('demo.issueToken', { kind: 'cluster', id: hostId }, { prefix });
      await writeFile(file, token, { mode: 0o600, flag: 'wx' });
      // The history of this cluster was already written from another data folder.
      if (await hasSentBatches(trx, hostId))
        await writeFile(join(folder, 'past-written'), 'known\n', { mode: 0o600 });
    });
  }
}
