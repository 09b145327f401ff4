import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { type PasswordError, passwordError } from '@gwanje/domain/forms/password';
import type { Db } from '../database/schema.ts';
import { verifyPassword } from './passwords.ts';

type Rules = Pick<SecuritySettings, 'passwordMinLength' | 'passwordHistoryCnt' | 'passwordMaxDays'>;
interface Account {
  readonly userNo: number;
  readonly userId: string;
  readonly passwordHash: string | null;
}

const DAY_MS = 86_400_000;

/** Why a user may not choose this password; undefined: the user may. */
export async function chosenPasswordError(
  db: Db,
  account: Account,
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
  const hashes = [account.passwordHash, ...earlier.map(({ passwordHash }) => passwordHash)];
  // One after the other: each check takes 19 MiB.
  for (const hash of hashes.slice(0, passwordHistoryCnt))
    if (hash !== null && (await verifyPassword(hash, password))) return 'usedBefore';
  return undefined;
}

/** Stores the hash of the password that was replaced, and forgets those that no rule needs. */
export async function keepReplacedPassword(
  db: Db,
  { userNo, passwordHash }: Account,
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
