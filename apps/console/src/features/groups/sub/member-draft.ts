import type { BodyIn, ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/ids';
import type { getSubGroup, grantSubGroups } from '@gwanje/contract/users/groups';
import type { FoundUser } from '../user-search.ts';

export type SubGroupInfo = ResponseOf<typeof getSubGroup>;
export type Member = SubGroupInfo['memberList'][number];

/** The changes to the members that a save will make. */
export interface MemberDraft {
  readonly added: readonly FoundUser[];
  readonly removedUserNos: ReadonlySet<UserNo>;
}

export const NO_MEMBER_CHANGES: MemberDraft = { added: [], removedUserNos: new Set() };

export interface MemberRow extends FoundUser {
  readonly mark: 'stays' | 'added' | 'removed';
  readonly grantedAt: string | null;
}

/** Members and members to be added. Those to be added come first, so that the user sees the choice. */
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
