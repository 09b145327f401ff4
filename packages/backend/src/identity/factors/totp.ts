import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../database/schema.ts';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** The clock of a phone may differ by one step. */
const WINDOW = 1;
/** Shown by the authenticator app. */
const ISSUER = 'Gwanje';

/** What an authenticator app needs, as text to type and as address for a QR code. */
export interface TotpEnrolment {
  readonly secret: string;
  readonly uri: string;
}

/** Stores a new secret, which counts once the user has typed a code of it. An app in use is not replaced. */
export async function beginTotp(
  db: Db,
  { userNo, userId }: { readonly userNo: number; readonly userId: string },
  now: Date,
): Promise<TotpEnrolment | undefined> {
  const row = { userNo, secret: randomBytes(SECRET_BYTES), createdAt: now, lastStep: 0 };
  const { numInsertedOrUpdatedRows: changedCnt = 0n } = await db
    .insertInto('userTotp')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('userNo').doUpdateSet(row).where('userTotp.confirmedAt', 'is', null),
    )
    .executeTakeFirst();
  if (changedCnt === 0n) return undefined;
  const secret = secretOf(row.secret);
  const uri = new TOTP({ issuer: ISSUER, label: userId, secret }).toString();
  return { secret: secret.base32, uri };
}

/** The first code of a new app. False: the code is wrong, or no app waits for one. */
export async function confirmTotp(db: Db, userNo: number, code: string, now: Date): Promise<boolean> {
  return useStep(db, userNo, code, now, 'isNew');
}

/** Each code works once, also for two requests at the same time. */
export async function useTotpCode(db: Db, userNo: number, code: string, now: Date): Promise<boolean> {
  return useStep(db, userNo, code, now, 'isInUse');
}

async function useStep(
  db: Db,
  userNo: number,
  code: string,
  now: Date,
  state: 'isNew' | 'isInUse',
): Promise<boolean> {
  const row = await db
    .selectFrom('userTotp')
    .select('secret')
    .where('userNo', '=', userNo)
    .where('confirmedAt', state === 'isNew' ? 'is' : 'is not', null)
    .executeTakeFirst();
  const step = row && stepOf(row.secret, code, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('userTotp')
    .set({ lastStep: step, ...(state === 'isNew' ? { confirmedAt: now } : {}) })
    .where('userNo', '=', userNo)
    .where('secret', '=', row?.secret ?? Buffer.alloc(0))
    .where('confirmedAt', state === 'isNew' ? 'is' : 'is not', null)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The step of 30 s to which the code belongs. Undefined: the code is wrong. */
function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: secretOf(secret), timestamp, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_S, timestamp }) + delta;
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}

export async function removeTotp(db: Db, userNo: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('userTotp').where('userNo', '=', userNo).executeTakeFirst();
  return numDeletedRows > 0n;
}
