import type { Db } from '@gwanje/backend/database/schema';
import { newSecret } from '@gwanje/backend/identity/tokens';

/** The secret with which replicas of the installation recognise each other. The first replica creates it. */
export async function loadPeerSecret(db: Db): Promise<string> {
  await db
    .insertInto('replicaSecret')
    .values({ secret: newSecret() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await db.selectFrom('replicaSecret').select('secret').executeTakeFirstOrThrow();
  return secret;
}
