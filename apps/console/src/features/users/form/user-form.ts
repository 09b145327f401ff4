import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { type Role, RoleChoice, type YesNo } from '@gwanje/contract/definition/fields';
import { grantSubGroups, revokeSubGroup } from '@gwanje/contract/users/groups';
import {
  deleteUser,
  getUser,
  type insertUser,
  listUsers,
  type User,
  updateUsers,
} from '@gwanje/contract/users/users';
import { roleChoiceOf } from '@gwanje/domain/access/permissions';
import { type PasswordError, passwordError } from '@gwanje/domain/forms/password';
import { type UserIdError, userIdError } from '@gwanje/domain/forms/user-id';
import { userStatuses } from '@gwanje/domain/mappings/labels';
import { z } from 'zod';
import {
  type FieldErrors,
  type FieldReasons,
  NAME_REASONS,
  nameError,
} from '#components/forms/field-errors.ts';
import type { FailureTexts } from '#components/forms/show-failure.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, t } from '#core/i18n/i18n.ts';
import {
  type AccessChangeRequest,
  accessChangeContent,
} from '#entities/access-preview/confirm-access-change.tsx';
import { type GrantChanges, type GrantedGroup, type GrantLink, hasGrantChanges } from './grants.ts';

export type UserField = 'userId' | 'name' | 'email' | 'password' | 'role' | 'grantList';

const ID_ERRORS = {
  empty: 'users.idEmpty',
  tooShort: 'users.idTooShort',
  tooLong: 'users.idTooLong',
  invalidCharacter: 'users.idInvalid',
} as const satisfies Record<UserIdError, PlainKey>;

const PASSWORD_ERRORS = {
  tooShort: 'users.passwordTooShort',
  tooLong: 'users.passwordTooLong',
  sameAsUserId: 'users.passwordSameAsId',
  common: 'users.passwordCommon',
} as const satisfies Record<PasswordError, PlainKey>;

/** The reasons that the server may give for each field. */
export const USER_REASONS: FieldReasons<UserField> = {
  userId: { taken: 'users.idTaken' },
  name: NAME_REASONS,
  email: {},
  password: { ...PASSWORD_ERRORS, singleSignOn: 'users.passwordSingleSignOn' },
  // The server sends no reason, because only one is possible.
  role: { '': 'users.roleNotGrantable' },
  grantList: {},
};

const Email = z.email().max(254);

export function userIdErrorKey(userId: string): PlainKey | undefined {
  const error = userIdError(userId);
  return error && ID_ERRORS[error];
}

function emailError(email: string): PlainKey | undefined {
  return email.trim() === '' || Email.safeParse(email.trim()).success ? undefined : 'users.emailInvalid';
}

function passwordErrorKey(password: string, userId: string): PlainKey | undefined {
  const error = passwordError(password, userId);
  return error && PASSWORD_ERRORS[error];
}

/** Role 10 exists only as a choice in the form. */
export function standingOf(choice: RoleChoice): { readonly role: Role; readonly isKeyUser: YesNo } {
  return choice === 10 ? { role: 1, isKeyUser: 'Y' } : { role: choice, isKeyUser: 'N' };
}

/** Total admins see every group; the server refuses memberships for them. */
export function takesGrants(choice: RoleChoice | null): boolean {
  return choice === 2 || choice === 3;
}

export type UserDraft = Readonly<ReturnType<typeof userDraft>>;

/** The form of a user; without a user, of a new one. */
export function userDraft(user: User | null = null, grantList: readonly GrantedGroup[] = []) {
  return {
    /** The user when the edit began: with its version, the server detects another admin's change. */
    base: user,
    userId: user?.userId ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user && roleChoiceOf(user),
    status: user?.status ?? userStatuses.normal,
    /** Null: the password stays. Empty for a new user: the user gets an invitation link. */
    password: user ? null : ('' as string | null),
    subGroupIds: new Set(grantList.map(({ subGroupId }) => subGroupId)) as ReadonlySet<number>,
  };
}

export function isNewUserDirty({ userId, name, email, password, role, subGroupIds }: UserDraft): boolean {
  return [userId, name, email, password].some((text) => text !== '') || role !== null || subGroupIds.size > 0;
}

/** `needsGrants`: a group admin's new user needs one of the admin's groups, or the admin cannot see it. */
export function userErrors(draft: UserDraft, needsGrants = false): FieldErrors<UserField> {
  const { base, userId, password, role } = draft;
  const isPasswordSet = password !== null && (base !== null || password !== '');
  return {
    userId: base ? undefined : userIdErrorKey(userId),
    name: nameError(draft.name),
    email: emailError(draft.email),
    password: isPasswordSet ? passwordErrorKey(password, userId) : undefined,
    role: role === null ? 'users.roleRequired' : undefined,
    grantList:
      needsGrants && takesGrants(role) && draft.subGroupIds.size === 0 ? 'users.grantsRequired' : undefined,
  };
}

export function newUserBody(draft: UserDraft, grantList: readonly GrantLink[]): BodyIn<typeof insertUser> {
  const role = RoleChoice.parse(draft.role);
  return {
    userId: draft.userId,
    name: draft.name.trim(),
    email: draft.email.trim() || null,
    ...(draft.password && { password: draft.password }),
    ...standingOf(role),
    grantList: takesGrants(role) ? [...grantList] : [],
  };
}

type UserChange = BodyIn<typeof updateUsers>[number];

/** Only the fields that differ, with the version they are based on; null if none does. */
export function userChange({ base: user, ...draft }: UserDraft): UserChange | null {
  if (!user || draft.role === null) return null;
  const name = draft.name.trim();
  const email = draft.email.trim() || null;
  const change = {
    ...(name !== user.name && { name }),
    ...(email !== user.email && { email }),
    ...(draft.role !== roleChoiceOf(user) && standingOf(draft.role)),
    ...(draft.status !== user.status && { status: draft.status }),
    ...(draft.password !== null && { password: draft.password }),
  };
  return Object.keys(change).length === 0 ? null : { userNo: user.userNo, ...change, version: user.version };
}

/** Sends only changed fields. True: the user was saved and has a new version. */
export async function saveStanding(draft: UserDraft): Promise<boolean> {
  const change = userChange(draft);
  if (change) await call(updateUsers, { body: [change] });
  return change !== null;
}

/** Null if role, status and groups stay the same. */
export function userAccessChange(
  { userNo }: User,
  draft: UserDraft,
  grants: GrantChanges,
): AccessChangeRequest | null {
  const { role, isKeyUser, status } = userChange(draft) ?? {};
  const isStandingChanged = role !== undefined || status !== undefined;
  if (!isStandingChanged && !hasGrantChanges(grants)) return null;
  return {
    kind: 'changeRights',
    userList: isStandingChanged ? [{ userNo, role, isKeyUser, status }] : [],
    grantList: grants.granted.map((link) => ({ userNo, ...link })),
    revokeList: grants.revoked.map((link) => ({ userNo, ...link })),
  };
}

/** Runs after the role was saved, which may forbid groups. Revokes last: until then the actor sees the user. */
export async function saveGrants({ userNo }: User, { granted, revoked }: GrantChanges): Promise<void> {
  if (granted.length > 0) await call(grantSubGroups, { body: granted.map((link) => ({ userNo, ...link })) });
  for (const { metaGroupId, subGroupId } of revoked)
    await call(revokeSubGroup, { params: { userNo, metaGroupId, subGroupId } });
}

export function userFailureTexts(): FailureTexts {
  return {
    otherGroups: t('users.otherGroups'),
    lastKeyAdmin: t('users.lastKeyAdmin'),
    ownsMetaGroups: t('users.ownsMetaGroups'),
  };
}

/** Tells the user that the fields are saved and the groups are not. */
export async function showGrantsFailure(error: unknown): Promise<void> {
  if (error instanceof ApiFailure && error.wasShown) return;
  await showAlert({
    title: t('forms.notDone'),
    prependIcon: 'mdi-alert',
    text: t('users.grantsFailed'),
    ...(error instanceof Error && { msg: error.message }),
  });
}

/** True: the user is deleted. */
export async function deleteUserAsked({ userNo, userId, name }: User): Promise<boolean> {
  const isConfirmed = await showConfirm({
    title: t('users.delete'),
    text: t('users.deleteText', { name, userId }),
    msg: t('users.deleteGoes'),
    ...(await accessChangeContent({ kind: 'deleteUser', userNo })),
    textConfirm: t('common.delete'),
  });
  if (isConfirmed) await call(deleteUser, { params: { userNo } });
  return isConfirmed;
}

/** Never cached: an edit must start from the current version. */
export function userQuery(userNo: number) {
  return apiQuery(getUser, { params: { userNo } }, { staleMs: 0 });
}

/** Reloads the shown users after a change. */
export async function invalidateUsers(): Promise<void> {
  await invalidate([listUsers, getUser]);
}
