import { getSubGroup } from '@gwanje/contract/users/groups';
import { describe, expect, test } from 'vitest';
import {
  type MemberDraft,
  memberChanges,
  memberRows,
  NO_MEMBER_CHANGES,
  withMember,
  withoutMember,
} from './member-draft.ts';

const at = '2026-11-15T02:24:30Z';

function person(userNo: number) {
  return {
    userNo,
    userId: `user${userNo}`,
    name: `Name ${userNo}`,
    role: 2,
    isKeyUser: 'N',
    status: 1,
    grantedAt: at,
  };
}

const info = getSubGroup.response.parse({
  subGroupId: 11,
  metaGroupId: 1,
  name: '운영',
  clusterCnt: 0,
  memberCnt: 2,
  createdAt: at,
  updatedAt: at,
  metaGroupName: 'Commerce',
  ownerUserNo: null,
  memberList: [person(1), person(2)],
  clusterList: [],
});
const [first] = info.memberList;
const [stranger] = getSubGroup.response.parse({ ...info, memberList: [person(3)] }).memberList;
if (!first || !stranger) throw new Error('no one to test with');

function marks(draft: MemberDraft) {
  return memberRows(info.memberList, draft).map(({ userNo, mark }) => [userNo, mark]);
}

function rowOf(draft: MemberDraft, userNo: number) {
  const row = memberRows(info.memberList, draft).find((candidate) => candidate.userNo === userNo);
  if (!row) throw new Error(`no row of ${userNo}`);
  return row;
}

describe('a member', () => {
  const added = withMember(info.memberList, NO_MEMBER_CHANGES, stranger);
  const removed = withoutMember(NO_MEMBER_CHANGES, rowOf(NO_MEMBER_CHANGES, 1));

  test('to be added comes first and is sent as a link', () => {
    expect(marks(added)).toEqual([
      [3, 'added'],
      [1, 'stays'],
      [2, 'stays'],
    ]);
    expect(memberChanges(info, added)).toEqual({
      links: [{ userNo: 3, metaGroupId: 1, subGroupId: 11 }],
      leavingUserNos: [],
    });
  });

  test('added twice is sent once', () => {
    expect(withMember(info.memberList, added, stranger).added).toHaveLength(1);
  });

  test('to be removed stays visible until the save', () => {
    expect(marks(removed)).toEqual([
      [1, 'removed'],
      [2, 'stays'],
    ]);
    expect(memberChanges(info, removed)).toEqual({ links: [], leavingUserNos: [1] });
  });

  test('added and removed again, or removed and added again, changes nothing', () => {
    for (const draft of [withoutMember(added, rowOf(added, 3)), withMember(info.memberList, removed, first)])
      expect(memberChanges(info, draft)).toEqual({ links: [], leavingUserNos: [] });
  });

  test('whom another user added or removed meanwhile is not sent again', () => {
    const meanwhile = { ...info, memberList: [stranger] };
    const draft: MemberDraft = { ...removed, added: [stranger] };
    expect(memberChanges(meanwhile, draft)).toEqual({ links: [], leavingUserNos: [] });
  });
});
