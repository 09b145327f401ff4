import { randomBytes } from 'node:crypto';
import { RECOVERY_CODE_CNT } from '@gwanje/contract/users/second-factor';
import type { Db } from '../../database/schema.ts';
import { hashToken } from '../tokens.ts';

/** Without characters that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** 80 bits: too many to try against a stolen table of hashes. */
const LENGTH = 16;
const PART = 4;

/** Replaces the codes of the user, and returns the new ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(db: Db, userNo: number): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_CNT }, newCode);
  await removeRecoveryCodes(db, userNo);
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userNo, codeHash: hashOf(code) })))
    .execute();
  return codes;
}

function newCode(): string {
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(new RegExp(`.{${PART}}`, 'g'))?.join('-') ?? characters;
}

/** Users may type it in lower case, and without hyphens. */
function hashOf(code: string): Buffer {
  return hashToken(`recovery ${code.toUpperCase().replace(/[\s-]/g, '')}`);
}

/** Each code works once, also for two requests at the same time. */
export async function useRecoveryCode(db: Db, userNo: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('userNo', '=', userNo)
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeRecoveryCodes(db: Db, userNo: number): Promise<void> {
  await db.deleteFrom('recoveryCode').where('userNo', '=', userNo).execute();
}
