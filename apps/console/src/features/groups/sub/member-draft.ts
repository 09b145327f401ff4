import type { BodyIn, ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/fields';
import { type LogReaders, updateLogPermissions } from '@gwanje/contract/objects/logs';
import {
  type getSubGroup,
  grantSubGroups,
  revokeSubGroup,
  updateSubGroup,
} from '@gwanje/contract/users/groups';
import { call } from '#core/api/client.ts';
import type { AccessChangeRequest } from '#entities/access-preview/confirm-access-change.tsx';
import type { FoundUser } from '../user-select.tsx';

export type SubGroupInfo = ResponseOf<typeof getSubGroup>;
export type Member = SubGroupInfo['memberList'][number];

/** The changes to the members that a save will make. */
export interface MemberDraft {
  readonly added: readonly FoundUser[];
  readonly removedUserNos: ReadonlySet<UserNo>;
}

/** The values of the form. */
export interface SubGroupDraft {
  readonly name: string;
  readonly logReaders: LogReaders;
  readonly members: MemberDraft;
}

export const NO_MEMBER_CHANGES: MemberDraft = { added: [], removedUserNos: new Set() };

export interface MemberRow extends FoundUser {
  readonly mark: 'stays' | 'added' | 'removed';
  readonly grantedAt: string | null;
}

/** Current and added members. Added members come first, so that the user sees them. */
export function memberRows(members: readonly Member[], draft: MemberDraft): MemberRow[] {
  return [
    ...stillToAdd(members, draft).map((user): MemberRow => ({ ...user, mark: 'added', grantedAt: null })),
    ...members.map(
      (member): MemberRow => ({
        ...member,
        mark: draft.removedUserNos.has(member.userNo) ? 'removed' : 'stays',
      }),
    ),
  ];
}

/** Cancels a pending removal; an existing member stays. */
export function withMember(members: readonly Member[], draft: MemberDraft, user: FoundUser): MemberDraft {
  const isKnown = [...members, ...draft.added].some(({ userNo }) => userNo === user.userNo);
  return {
    added: isKnown ? draft.added : [user, ...draft.added],
    removedUserNos: new Set([...draft.removedUserNos].filter((userNo) => userNo !== user.userNo)),
  };
}

/** Removes a pending addition completely. */
export function withoutMember(draft: MemberDraft, { userNo, mark }: MemberRow): MemberDraft {
  if (mark === 'added') return { ...draft, added: draft.added.filter((user) => user.userNo !== userNo) };
  return { ...draft, removedUserNos: new Set([...draft.removedUserNos, userNo]) };
}

/** Compares with the current members: a change that another user made meanwhile is not sent again. */
export function memberChanges(
  { memberList, metaGroupId, subGroupId }: SubGroupInfo,
  draft: MemberDraft,
): { readonly links: BodyIn<typeof grantSubGroups>; readonly leavingUserNos: readonly UserNo[] } {
  return {
    links: stillToAdd(memberList, draft).map(({ userNo }) => ({ userNo, metaGroupId, subGroupId })),
    leavingUserNos: memberList
      .map(({ userNo }) => userNo)
      .filter((userNo) => draft.removedUserNos.has(userNo)),
  };
}

function stillToAdd(members: readonly Member[], draft: MemberDraft): readonly FoundUser[] {
  const userNos = new Set(members.map(({ userNo }) => userNo));
  return draft.added.filter(({ userNo }) => !userNos.has(userNo));
}

/**
 * One request per kind of change. If one is refused, earlier ones stay. Saving again does the rest, since the
 * draft is compared with the server's current state.
 */
export async function saveSubGroup(info: SubGroupInfo, draft: SubGroupDraft): Promise<void> {
  const { subGroupId, metaGroupId } = info;
  const { links, leavingUserNos } = memberChanges(info, draft.members);
  const name = draft.name.trim();
  if (name !== info.name) await call(updateSubGroup, { body: [{ subGroupId, metaGroupId, name }] });
  const { logReaders } = draft;
  if (logReaders !== info.logReaders)
    await call(updateLogPermissions, { body: [{ subGroupId, logReaders }] });
  if (links.length > 0) await call(grantSubGroups, { body: links });
  for (const userNo of leavingUserNos)
    await call(revokeSubGroup, { params: { userNo, metaGroupId, subGroupId } });
}

/** Null if no member changes. */
export function memberAccessChange(info: SubGroupInfo, draft: MemberDraft): AccessChangeRequest | null {
  const { links: grantList, leavingUserNos } = memberChanges(info, draft);
  const { metaGroupId, subGroupId } = info;
  const revokeList = leavingUserNos.map((userNo) => ({ userNo, metaGroupId, subGroupId }));
  if (grantList.length === 0 && revokeList.length === 0) return null;
  return { kind: 'changeRights', grantList, revokeList };
}

export function isSubGroupChanged(info: SubGroupInfo, { name, logReaders, members }: SubGroupDraft): boolean {
  const { links, leavingUserNos } = memberChanges(info, members);
  const isChanged = name.trim() !== info.name || logReaders !== info.logReaders;
  return isChanged || links.length > 0 || leavingUserNos.length > 0;
}
