import type { Db } from '../database/schema.ts';
import { hashToken, newSecret } from './tokens.ts';

export interface NewLink {
  readonly userNo: number;
  /** expired: the user signed in with a password that is too old. */
  readonly kind: 'invitation' | 'reset' | 'expired';
  /** Null: the login site. */
  readonly createdBy: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Returns the token and stores only its hash. An older link of the user becomes invalid. */
export async function makeLink(db: Db, { now, ...link }: NewLink): Promise<string> {
  const token = newSecret();
  const row = { ...link, tokenHash: hashToken(token), createdAt: now };
  await db
    .insertInto('oneTimeLink')
    .values(row)
    .onConflict((conflict) => conflict.column('userNo').doUpdateSet(row))
    .execute();
  return token;
}

/** Undefined if the link was used, replaced, has expired or never existed. */
export function findLink(db: Db, token: string, now: Date) {
  return db
    .selectFrom('oneTimeLink')
    .select(['userNo', 'kind', 'expiresAt'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Of two concurrent uses only one succeeds. */
export function useLink(db: Db, token: string, now: Date) {
  return db
    .deleteFrom('oneTimeLink')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .returning(['userNo', 'kind'])
    .executeTakeFirst();
}

/** Setting a password in another way makes an open link invalid. */
export async function deleteLink(db: Db, userNo: number): Promise<void> {
  await db.deleteFrom('oneTimeLink').where('userNo', '=', userNo).execute();
}
