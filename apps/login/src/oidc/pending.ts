import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';

/** A sign-on that waits for the provider's answer. It is in the database, so that it survives a restart. */
export interface PendingSignOn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnUrl: string;
  /** The session is bound to it. */
  readonly consoleBrowserHash: Buffer | null;
  /** The provider must ask the user again, although it knows the browser. */
  readonly isProof: boolean;
}

export const PENDING_MS = 10 * 60 * 1000;

export async function savePending(db: Kysely<Database>, pending: PendingSignOn, now: Date): Promise<void> {
  await db
    .insertInto('oidcLogin')
    .values({ ...pending, createdAt: now, expiresAt: new Date(now.getTime() + PENDING_MS) })
    .execute();
}

/** Deletes the sign-on that it returns: of two callbacks with the same state, only one finds it. */
export async function consumePending(
  db: Kysely<Database>,
  state: string,
  now: Date,
): Promise<PendingSignOn | undefined> {
  const row = await db.deleteFrom('oidcLogin').where('state', '=', state).returningAll().executeTakeFirst();
  return row && row.expiresAt > now ? row : undefined;
}
