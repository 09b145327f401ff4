import type { BodyIn, ResponseOf } from '@gwanje/contract/endpoint';
import type { getSubGroup, grantSubGroups } from '@gwanje/contract/groups';
import type { UserNo } from '@gwanje/contract/ids';
import type { FoundUser } from '../user-search.ts';

export type SubGroupInfo = ResponseOf<typeof getSubGroup>;
export type Member = SubGroupInfo['memberList'][number];

/** What an edit will do to the members once it is saved. */
export interface MemberDraft {
  readonly added: readonly FoundUser[];
  readonly removedUserNos: ReadonlySet<UserNo>;
}

export const NO_MEMBER_CHANGES: MemberDraft = { added: [], removedUserNos: new Set() };

export interface MemberRow extends FoundUser {
  readonly mark: 'stays' | 'added' | 'removed';
  readonly grantedAt: string | null;
}

/** Who is and will be a member: those to come first, so that a choice just made is seen. */
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

/** Someone about to be removed is kept instead; a member stays one. */
export function withMember(members: readonly Member[], draft: MemberDraft, user: FoundUser): MemberDraft {
  const isKnown = [...members, ...draft.added].some(({ userNo }) => userNo === user.userNo);
  return {
    added: isKnown ? draft.added : [user, ...draft.added],
    removedUserNos: new Set([...draft.removedUserNos].filter((userNo) => userNo !== user.userNo)),
  };
}

/** Of someone only about to be added nothing remains. */
export function withoutMember(draft: MemberDraft, { userNo, mark }: MemberRow): MemberDraft {
  if (mark === 'added') return { ...draft, added: draft.added.filter((user) => user.userNo !== userNo) };
  return { ...draft, removedUserNos: new Set([...draft.removedUserNos, userNo]) };
}

/** Judged against the members of now: what a colleague did meanwhile need not be done again. */
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
