import type { Db } from '@gwanje/backend/database/schema';
import {
  hasSecondFactor,
  readFactors,
  removeCodesWithoutFactor,
} from '@gwanje/backend/identity/factors/factors';
import type { PasskeySite } from '@gwanje/backend/identity/factors/passkey-site';
import {
  addPasskey,
  MAX_PASSKEYS,
  removePasskey,
  renamePasskey,
} from '@gwanje/backend/identity/factors/passkeys';
import { replaceRecoveryCodes } from '@gwanje/backend/identity/factors/recovery-codes';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
  type TotpEnrolment,
} from '@gwanje/backend/identity/factors/totp';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import type { UserRow } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import type { NewPasskey } from '@gwanje/contract/users/second-factor';
import { recordOwnAction, type Visit } from '../visit.ts';
import { isFactorRequired } from './needed-step.ts';
import { notePendingEnrolment } from './pending-sign-in.ts';

/** Whose factors a request changes: a signed-in user's, or those of a user who must enrol one to sign in. */
export interface FactorOwner {
  readonly account: UserRow;
  readonly isPending: boolean;
  /** Challenges of passkeys belong to the session, or to the browser of the sign-in. */
  readonly boundTo: Buffer;
}

/** The recovery codes that come with the first factor. They are shown once. */
export interface Enrolled {
  readonly recoveryCodeList: readonly string[];
}

export async function startTotp({ account }: FactorOwner, { db, now }: Visit): Promise<TotpEnrolment> {
  const enrolment = await beginTotp(db, account, now);
  if (!enrolment) throw new AppError('conflict', { reason: 'alreadyEnrolled' });
  return enrolment;
}

export async function finishTotp(owner: FactorOwner, code: string, visit: Visit): Promise<Enrolled> {
  return visit.db.transaction().execute(async (trx) => {
    const isFirst = await isFirstFactor(trx, owner);
    if (!(await confirmTotp(trx, owner.account.userNo, code.replace(/\s/g, ''), visit.now)))
      throw new AppError('invalidParameter', { field: 'code', reason: 'wrongCode' });
    await recordOwnAction(trx, visit, owner.account, { action: 'user.addTotp' });
    return enrolled(trx, owner, isFirst, visit);
  });
}

export async function dropTotp(owner: FactorOwner, visit: Visit): Promise<void> {
  await visit.db.transaction().execute(async (trx) => {
    if (!(await removeTotp(trx, owner.account.userNo))) throw new AppError('notFound');
    await recordOwnAction(trx, visit, owner.account, { action: 'user.removeTotp' });
    await afterRemoval(trx, owner);
  });
}

export async function finishPasskey(
  owner: FactorOwner,
  given: { readonly response: NewPasskey; readonly name: string },
  site: PasskeySite,
  visit: Visit,
): Promise<Enrolled> {
  const { account, boundTo } = owner;
  return visit.db.transaction().execute(async (trx) => {
    const { passkeys } = await readFactors(trx, account.userNo);
    if (passkeys.length >= MAX_PASSKEYS) throw new AppError('conflict', { reason: 'tooManyPasskeys' });
    const isFirst = await isFirstFactor(trx, owner);
    const passkeyId = await addPasskey(trx, site, account.userNo, given, boundTo, visit.now);
    if (passkeyId === undefined)
      throw new AppError('invalidParameter', { field: 'passkey', reason: 'wrongPasskey' });
    const detail = { passkeyId, name: given.name };
    await recordOwnAction(trx, visit, account, { action: 'user.addPasskey', detail });
    return enrolled(trx, owner, isFirst, visit);
  });
}

export async function changePasskeyName(
  { account }: FactorOwner,
  passkeyId: number,
  name: string,
  visit: Visit,
): Promise<void> {
  await visit.db.transaction().execute(async (trx) => {
    if (!(await renamePasskey(trx, account.userNo, passkeyId, name))) throw new AppError('notFound');
    const detail = { passkeyId, name };
    await recordOwnAction(trx, visit, account, { action: 'user.renamePasskey', detail });
  });
}

export async function dropPasskey(owner: FactorOwner, passkeyId: number, visit: Visit): Promise<void> {
  await visit.db.transaction().execute(async (trx) => {
    const removed = await removePasskey(trx, owner.account.userNo, passkeyId);
    if (!removed) throw new AppError('notFound');
    const detail = { passkeyId, name: removed.name };
    await recordOwnAction(trx, visit, owner.account, { action: 'user.removePasskey', detail });
    await afterRemoval(trx, owner);
  });
}

/** The old codes stop working. */
export async function renewRecoveryCodes({ account }: FactorOwner, visit: Visit): Promise<Enrolled> {
  return visit.db.transaction().execute(async (trx) => {
    if (!hasSecondFactor(await readFactors(trx, account.userNo)))
      throw new AppError('conflict', { reason: 'noFactor' });
    const recoveryCodeList = await replaceRecoveryCodes(trx, account.userNo);
    await recordOwnAction(trx, visit, account, { action: 'user.makeRecoveryCodes' });
    return { recoveryCodeList };
  });
}

/** The row of the user stays locked, so that two enrolments at once give one set of codes. */
async function isFirstFactor(trx: Db, { account }: FactorOwner): Promise<boolean> {
  await trx
    .selectFrom('userAccount')
    .select('userNo')
    .where('userNo', '=', account.userNo)
    .forUpdate()
    .execute();
  return !hasSecondFactor(await readFactors(trx, account.userNo));
}

async function enrolled(
  trx: Db,
  { account, isPending }: FactorOwner,
  isFirst: boolean,
  visit: Visit,
): Promise<Enrolled> {
  if (isPending) await notePendingEnrolment(trx, visit.origin.browser);
  return { recoveryCodeList: isFirst ? await replaceRecoveryCodes(trx, account.userNo) : [] };
}

async function afterRemoval(trx: Db, { account }: FactorOwner): Promise<void> {
  const { settings } = await readSecuritySettings(trx);
  const isLast = !hasSecondFactor(await readFactors(trx, account.userNo));
  if (isLast && isFactorRequired(account, settings))
    throw new AppError('inUse', { reason: 'requiredByRole' });
  await removeCodesWithoutFactor(trx, account.userNo);
}
