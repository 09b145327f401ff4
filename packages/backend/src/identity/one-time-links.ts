import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { hashToken, newSecret } from './tokens.ts';

export interface NewLink {
  readonly userNo: number;
  readonly kind: 'invitation' | 'reset';
  readonly createdBy: number;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Answers the token, of which only the hash is kept. An older link of the user is worthless from now on. */
export async function makeLink(db: Kysely<Database>, { now, ...link }: NewLink): Promise<string> {
  const token = newSecret();
  const row = { ...link, tokenHash: hashToken(token), createdAt: now };
  await db
    .insertInto('oneTimeLink')
    .values(row)
    .onConflict((conflict) => conflict.column('userNo').doUpdateSet(row))
    .execute();
  return token;
}

export interface OpenLink {
  readonly userNo: number;
  readonly kind: string;
}

/** Undefined: used, replaced, expired or never made. */
export function findLink(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<(OpenLink & { readonly expiresAt: Date }) | undefined> {
  return db
    .selectFrom('oneTimeLink')
    .select(['userNo', 'kind', 'expiresAt'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Only one of two who use it at once does. */
export async function useLink(db: Kysely<Database>, token: string, now: Date): Promise<OpenLink | undefined> {
  return db
    .deleteFrom('oneTimeLink')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .returning(['userNo', 'kind'])
    .executeTakeFirst();
}

/** A password that somebody set otherwise makes an open link worthless. */
export async function deleteLink(db: Kysely<Database>, userNo: number): Promise<void> {
  await db.deleteFrom('oneTimeLink').where('userNo', '=', userNo).execute();
}
