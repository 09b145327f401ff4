import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { type PasswordError, passwordError } from '@gwanje/domain/forms/password';
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { verifyPassword } from './passwords.ts';
import { readSecuritySettings } from './security-settings.ts';
import { type CheckedAccount, type UserRow, updateUnchanged } from './users.ts';

type Rules = Pick<SecuritySettings, 'passwordMinLength' | 'passwordHistoryCnt' | 'passwordMaxDays'>;

const DAY_MS = 86_400_000;

/** Why a user may not choose this password; undefined: the user may. */
export async function chosenPasswordError(
  db: Db,
  account: Pick<UserRow, 'userNo' | 'userId' | 'passwordHash'>,
  password: string,
  { passwordMinLength, passwordHistoryCnt }: Rules,
): Promise<PasswordError | 'usedBefore' | undefined> {
  const error = passwordError(password, account.userId, passwordMinLength);
  if (error || passwordHistoryCnt === 0) return error;
  const earlier = await db
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userNo', '=', account.userNo)
    .orderBy('replacedAt', 'desc')
    .limit(passwordHistoryCnt)
    .execute();
  const current = account.passwordHash === null ? [] : [account.passwordHash];
  const hashes = [...current, ...earlier.map(({ passwordHash }) => passwordHash)];
  // One after the other: each check takes 19 MiB.
  for (const hash of hashes.slice(0, passwordHistoryCnt))
    if (await verifyPassword(hash, password)) return 'usedBefore';
  return undefined;
}

/**
 * Every change of a password comes through here, so that the rule about earlier ones knows all of them. Null: the user must set a
 * new one. Returns false, and writes nothing, when the password was changed meanwhile.
 */
export async function replacePassword(
  db: Db,
  account: CheckedAccount,
  passwordHash: string | null,
  now: Date,
): Promise<boolean> {
  const passwordChangedAt = passwordHash === null ? null : now;
  const version = sql<number>`version + 1`;
  const values = { passwordHash, passwordChangedAt, updatedAt: now, version };
  if (!(await updateUnchanged(db, account, values))) return false;
  await keepReplacedPassword(db, account, (await readSecuritySettings(db)).settings, now);
  return true;
}

/** Stores the hash of the password that was replaced, and forgets those that no rule needs. */
async function keepReplacedPassword(
  db: Db,
  { userNo, passwordHash }: CheckedAccount,
  { passwordHistoryCnt }: Rules,
  now: Date,
): Promise<void> {
  if (passwordHash !== null && passwordHistoryCnt > 0)
    await db
      .insertInto('passwordHistory')
      .values({ userNo, replacedAt: now, passwordHash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await db
    .deleteFrom('passwordHistory')
    .where('userNo', '=', userNo)
    .where('replacedAt', 'not in', (eb) =>
      eb
        .selectFrom('passwordHistory')
        .select('replacedAt')
        .where('userNo', '=', userNo)
        .orderBy('replacedAt', 'desc')
        .limit(passwordHistoryCnt),
    )
    .execute();
}

export function isPasswordExpired(
  passwordChangedAt: Date | null,
  { passwordMaxDays }: Rules,
  now: Date,
): boolean {
  if (passwordMaxDays === 0 || passwordChangedAt === null) return false;
  return passwordChangedAt.getTime() + passwordMaxDays * DAY_MS <= now.getTime();
}
