import { getSubGroup } from '@gwanje/contract/users/groups';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '#core/testing/sample.ts';
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
  return { userNo, userId: `user${userNo}`, name: 'Kim', role: 2, isKeyUser: 'N', status: 1, grantedAt: at };
}

const sample = Object(sampleOf(getSubGroup.response, { rowCnt: 0, isSparse: true }));
const memberList = [person(1), person(2)];
const info = getSubGroup.response.parse({ ...sample, subGroupId: 11, metaGroupId: 1, memberList });
const [first] = info.memberList;
const [outsider] = getSubGroup.response.parse({ ...info, memberList: [person(3)] }).memberList;
if (!first || !outsider) throw new Error('the test needs two members');

function marks(draft: MemberDraft) {
  return memberRows(info.memberList, draft).map(({ userNo, mark }) => [userNo, mark]);
}

function rowOf(draft: MemberDraft, userNo: number) {
  const row = memberRows(info.memberList, draft).find((candidate) => candidate.userNo === userNo);
  if (!row) throw new Error(`no row of ${userNo}`);
  return row;
}

describe('the draft of the members', () => {
  const added = withMember(info.memberList, NO_MEMBER_CHANGES, outsider);
  const removed = withoutMember(NO_MEMBER_CHANGES, rowOf(NO_MEMBER_CHANGES, 1));

  test('lists an added member first and sends it', () => {
    expect(marks(added)).toEqual([
      [3, 'added'],
      [1, 'stays'],
      [2, 'stays'],
    ]);
    const expected = { links: [{ userNo: 3, metaGroupId: 1, subGroupId: 11 }], leavingUserNos: [] };
    expect(memberChanges(info, added)).toEqual(expected);
  });

  test('sends a member once that was added twice', () =>
    expect(withMember(info.memberList, added, outsider).added).toHaveLength(1));

  test('lists a removed member until the save, and sends the removal', () => {
    expect(marks(removed)).toEqual([
      [1, 'removed'],
      [2, 'stays'],
    ]);
    expect(memberChanges(info, removed)).toEqual({ links: [], leavingUserNos: [1] });
  });

  test('sends nothing for a member added and removed again, or removed and added again', () => {
    for (const draft of [withoutMember(added, rowOf(added, 3)), withMember(info.memberList, removed, first)])
      expect(memberChanges(info, draft)).toEqual({ links: [], leavingUserNos: [] });
  });

  test('does not send a change that another user has already made', () => {
    const meanwhile = { ...info, memberList: [outsider] };
    const draft: MemberDraft = { ...removed, added: [outsider] };
    expect(memberChanges(meanwhile, draft)).toEqual({ links: [], leavingUserNos: [] });
  });
});
