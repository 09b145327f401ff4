import { AppError } from '@gwanje/contract/definition/errors';
import { UserNo, type UserStatus } from '@gwanje/contract/definition/fields';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { userIdBase, userIdCandidate } from '@gwanje/domain/forms/user-id';
import { userStatuses } from '@gwanje/domain/mappings/labels';
import { lockForChange } from '../../../access/target-repository.ts';
import type { Work } from '../../../platform/http/call.ts';
import { orConflict } from '../../../platform/store/violations.ts';
import { changeUsers, createUser, removeUser } from '../user-changes.ts';
import { patched, USER_ATTRIBUTES } from './scim-patch-request.ts';
import * as repository from './scim-repository.ts';
import {
  readPatchedUser,
  readUser,
  type ScimAccount,
  userResource,
  type WantedUser,
} from './scim-user-resource.ts';

/*
 * Accounts that an identity provider creates and changes. The rules are those of the console: what the owner of the access
 * token may not do there, the provider may not do either.
 */

const TAKEN = { field: 'userName', reason: 'taken' };

export async function requireUser(work: Pick<Work, 'db'>, userNo: number): Promise<ScimAccount> {
  const account = await repository.findUser(work.db, userNo);
  if (!account) throw new AppError('notFound');
  return account;
}

/** The user id follows from the user name, as at single sign-on. Nobody signs in with a password. */
export async function createScimUser(work: Work, body: unknown): Promise<ScimAccount> {
  const { db } = work;
  const wanted = readUser(body);
  const { userName, externalId, email } = wanted;
  if ((await repository.countUsers(db, { userName })) > 0) throw new AppError('conflict', TAKEN);
  const base = userIdBase([userName, email, wanted.name]);
  const known = await repository.findSignedOnAccount(db, { externalId, userIdBase: base, email });
  const userNo = known ?? (await createUser(work, await newUser(work, wanted, base)));
  await orConflict(repository.insertNames(db, userNo, { userName, externalId }), TAKEN);
  await work.audit('user.provision', userNo, { userName, externalId, isNew: known === undefined });
  const account = await requireUser(work, userNo);
  await applyWanted(work, account, known === undefined ? { ...wanted, role: undefined } : wanted);
  return requireUser(work, userNo);
}

async function newUser({ db }: Work, { name, role = 2, email }: WantedUser, base: string) {
  const taken = await repository.listTakenUserIds(db, base);
  const isKeyUser = 'N' as const;
  // One of them is free: there are more candidates than taken ids.
  const candidates = Array.from({ length: taken.size + 1 }, (_, attempt) => userIdCandidate(base, attempt));
  const userId = candidates.find((candidate) => !taken.has(candidate)) ?? base;
  return { userId, name: name ?? userId, email, role, isKeyUser, grantList: [] };
}

export async function replaceScimUser(work: Work, userNo: number, body: unknown): Promise<ScimAccount> {
  const before = await lockScimUser(work, userNo);
  await applyWanted(work, before, readUser(body));
  return requireUser(work, userNo);
}

export async function patchScimUser(work: Work, userNo: number, body: unknown): Promise<ScimAccount> {
  const before = await lockScimUser(work, userNo);
  const resource = patched(userResource(before, ''), body, USER_ATTRIBUTES);
  await applyWanted(work, before, readPatchedUser(resource, before));
  return requireUser(work, userNo);
}

/** As in the console: an owner of meta groups must hand them over first. */
export async function deleteScimUser(work: Work, userNo: number): Promise<void> {
  await requireUser(work, userNo);
  await removeUser(work, userNo);
}

/** Of two requests about one user, the second sees the result of the first. */
async function lockScimUser(work: Work, userNo: number): Promise<ScimAccount> {
  await lockForChange(work.db, work.user, [userNo]);
  return requireUser(work, userNo);
}

async function applyWanted(work: Work, before: ScimAccount, wanted: WantedUser): Promise<void> {
  const { user } = before;
  const { userName, externalId, name = user.name, email, role = user.role } = wanted;
  const status = statusFor(user.status, wanted.isActive);
  const areNamesSame = userName === before.userName && externalId === before.externalId;
  const isSame =
    name === user.name &&
    email === user.email &&
    role === user.role &&
    status === user.status &&
    areNamesSame;
  if (isSame) return;
  await changeUsers(work, [{ userNo: UserNo.parse(user.userNo), name, email, role, status }]);
  if (areNamesSame) return;
  await orConflict(repository.updateNames(work.db, user.userNo, { userName, externalId }), TAKEN);
  await work.audit('user.provision', user.userNo, {
    before: { userName: before.userName, externalId: before.externalId },
    after: { userName, externalId },
  });
}

/** A restricted account stays restricted, and a terminated one is not suspended again. */
function statusFor(status: UserStatus, isActive: boolean | undefined): UserStatus {
  if (isActive === undefined || isActive === mayHoldSession(status)) return status;
  if (isActive) return userStatuses.normal;
  return userStatuses.suspended;
}
