import type { Db } from '../../database/schema.ts';
import { listPasskeys, type PasskeySummary } from './passkeys.ts';
import { removeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import { useTotpCode } from './totp.ts';

/** The second factors of a user. */
export interface Factors {
  readonly hasTotp: boolean;
  readonly passkeys: readonly PasskeySummary[];
  readonly recoveryCodeCnt: number;
}

export async function readFactors(db: Db, userNo: number): Promise<Factors> {
  const totp = await db
    .selectFrom('userTotp')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  const { cnt } = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  return {
    hasTotp: totp !== undefined,
    passkeys: await listPasskeys(db, userNo),
    recoveryCodeCnt: cnt,
  };
}

/** Recovery codes replace a factor that is lost; alone they are none. */
export function hasSecondFactor({ hasTotp, passkeys }: Pick<Factors, 'hasTotp' | 'passkeys'>): boolean {
  return hasTotp || passkeys.length > 0;
}

/** A code of the authenticator app or a recovery code. Undefined: it is neither, or was used before. */
export async function useFactorCode(
  db: Db,
  userNo: number,
  code: string,
  now: Date,
): Promise<'totp' | 'recoveryCode' | undefined> {
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return (await useTotpCode(db, userNo, digits, now)) ? 'totp' : undefined;
  return (await useRecoveryCode(db, userNo, code)) ? 'recoveryCode' : undefined;
}

/** After the last factor is gone, its recovery codes are of no use. */
export async function removeCodesWithoutFactor(db: Db, userNo: number): Promise<void> {
  if (!hasSecondFactor(await readFactors(db, userNo))) await removeRecoveryCodes(db, userNo);
}

/** The user signs in with the password alone, and enrols again if the role needs a factor. */
export async function resetFactors(db: Db, userNo: number): Promise<void> {
  await db.deleteFrom('userTotp').where('userNo', '=', userNo).execute();
  await db.deleteFrom('passkey').where('userNo', '=', userNo).execute();
  await db.deleteFrom('pendingSignIn').where('userNo', '=', userNo).execute();
  await removeRecoveryCodes(db, userNo);
}
