import { grantSubGroups, revokeSubGroup } from '@gwanje/contract/users/groups';
import { deleteUser, type User, updateUsers } from '@gwanje/contract/users/users';
import type { FailureTexts } from '#components/forms/show-failure.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import {
  type AccessChangeRequest,
  accessChangeContent,
} from '#entities/access-preview/confirm-access-change.tsx';
import { type GrantChanges, hasGrantChanges } from './grants.ts';
import { type UserDraft, userChange } from './user-form.ts';

/** Sends nothing if nothing differs. True: the user has a new version. */
export async function saveStanding(draft: UserDraft): Promise<boolean> {
  const change = userChange(draft);
  if (change) await call(updateUsers, { body: [change] });
  return change !== null;
}

/** Null if role, status and groups stay: no access changes then. */
export function userAccessChange(draft: UserDraft, grants: GrantChanges): AccessChangeRequest | null {
  const { userNo } = draft.base;
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

/** Runs after the role, which may forbid groups. Removals come last, so the actor still sees the user. */
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

/** Says that the first half of the change is saved and the second is not. */
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
