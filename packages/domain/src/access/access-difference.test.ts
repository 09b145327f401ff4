import type { Role, UserStatus } from '@gwanje/contract/definition/fields';
import { describe, expect, it, vi } from 'vitest';
import { accessDifference } from './access-difference.ts';
import { type Rights, type RightsChange, rightsAfter } from './rights.ts';

const TOTAL = 1;
const OWNER = 2;
const MEMBER = 3;
const OTHER = 4;
const META = 10;
const OTHER_META = 11;
const SUB = 20;
const SECOND_SUB = 21;
const FAR_SUB = 22;

/** OWNER owns META with SUB and SECOND_SUB; MEMBER is in SUB, OTHER in FAR_SUB of OTHER_META. */
const rights: Rights = {
  users: new Map([
    [TOTAL, { role: 1, status: 1 }],
    [OWNER, { role: 3, status: 1 }],
    [MEMBER, { role: 2, status: 1 }],
    [OTHER, { role: 3, status: 1 }],
  ]),
  owners: new Map([
    [META, OWNER],
    [OTHER_META, null],
  ]),
  subGroups: new Map([
    [SUB, META],
    [SECOND_SUB, META],
    [FAR_SUB, OTHER_META],
  ]),
  grants: new Map([
    [MEMBER, new Set([SUB])],
    [OTHER, new Set([FAR_SUB])],
  ]),
  clusters: new Map([
    [100, SUB],
    [101, SUB],
    [102, SECOND_SUB],
    [103, FAR_SUB],
  ]),
};

const everything = {
  userNos: new Set(rights.users.keys()),
  hostIds: new Set(rights.clusters.keys()),
};

function differenceOf(change: RightsChange, audience = everything) {
  return accessDifference(rights, rightsAfter(rights, change), audience);
}

function standing(userNo: number, role: Role, status: UserStatus): RightsChange {
  return { standings: new Map([[userNo, { role, status }]]) };
}

const noDifference = { gained: [], lost: [] };

describe('access to clusters', () => {
  it('follows a sub group that is moved to another owner, and stays with its members', () => {
    expect(differenceOf({ movedSubGroups: new Map([[SUB, OTHER_META]]) })).toEqual({
      gained: [],
      lost: [{ userNos: [OWNER], hostIds: [100, 101] }],
    });
  });

  it('follows a moved cluster: members of both sub groups gain or lose it, admins do not', () => {
    expect(differenceOf({ movedClusters: new Map([[100, FAR_SUB]]) })).toEqual({
      gained: [{ userNos: [OTHER], hostIds: [100] }],
      lost: [{ userNos: [OWNER, MEMBER], hostIds: [100] }],
    });
    expect(differenceOf({ movedClusters: new Map([[100, SECOND_SUB]]) })).toEqual({
      gained: [],
      lost: [{ userNos: [MEMBER], hostIds: [100] }],
    });
  });

  it('is gained by the new owner of a meta group and lost by the old one', () => {
    expect(differenceOf({ owners: new Map([[META, OTHER]]) })).toEqual({
      gained: [{ userNos: [OTHER], hostIds: [100, 101, 102] }],
      lost: [{ userNos: [OWNER], hostIds: [100, 101, 102] }],
    });
    expect(differenceOf({ owners: new Map([[META, TOTAL]]) }).gained).toEqual([]);
  });

  it('is gained by a grant and lost by its revocation, unless the user has access for another reason', () => {
    const link = { userNo: MEMBER, subGroupId: SECOND_SUB };
    expect(differenceOf({ granted: [link] }).gained).toEqual([{ userNos: [MEMBER], hostIds: [102] }]);
    expect(differenceOf({ revoked: [{ userNo: MEMBER, subGroupId: SUB }] }).lost).toEqual([
      { userNos: [MEMBER], hostIds: [100, 101] },
    ]);
    expect(differenceOf({ granted: [{ userNo: OWNER, subGroupId: SUB }] })).toEqual(noDifference);
    expect(differenceOf({ granted: [link], revoked: [link] })).toEqual(noDifference);
  });

  it('is reported in one block for users who gain the same clusters', () => {
    const granted = [MEMBER, OTHER].map((userNo) => ({ userNo, subGroupId: SECOND_SUB }));
    expect(differenceOf({ granted }).gained).toEqual([{ userNos: [MEMBER, OTHER], hostIds: [102] }]);
  });

  it('grows and shrinks with the role', () => {
    expect(differenceOf(standing(MEMBER, 1, 1)).gained).toEqual([{ userNos: [MEMBER], hostIds: [102, 103] }]);
    const ofOwner = { userNos: [OWNER], hostIds: [100, 101, 102] };
    expect(differenceOf(standing(OWNER, 2, 1)).lost).toEqual([ofOwner]);
    const ofTotal = { userNos: [TOTAL], hostIds: [100, 101, 102, 103] };
    expect(differenceOf(standing(TOTAL, 2, 1)).lost).toEqual([ofTotal]);
  });

  it('ends when a user can no longer sign in, and stays when a user becomes restricted', () => {
    const lost = [{ userNos: [MEMBER], hostIds: [100, 101] }];
    expect(differenceOf(standing(MEMBER, 2, 2)).lost).toEqual(lost);
    expect(differenceOf(standing(MEMBER, 2, 3)).lost).toEqual(lost);
    expect(differenceOf(standing(MEMBER, 2, 4))).toEqual(noDifference);
    expect(differenceOf({ leavingUserNos: [MEMBER] }).lost).toEqual(lost);
  });

  it('is reported only for users and clusters that the audience sees', () => {
    const change = { movedClusters: new Map([[100, FAR_SUB]]) };
    expect(differenceOf(change, { ...everything, userNos: new Set([MEMBER]) })).toEqual({
      gained: [],
      lost: [{ userNos: [MEMBER], hostIds: [100] }],
    });
    expect(differenceOf(change, { ...everything, hostIds: new Set([101]) })).toEqual(noDifference);
  });

  it('does not change for unknown users and clusters', () => {
    expect(differenceOf({ movedClusters: new Map([[999, SUB]]) })).toEqual(noDifference);
    expect(differenceOf({ standings: new Map([[999, { role: 1, status: 1 }]]) })).toEqual(noDifference);
  });

  it('is computed in few passes over clusters and groups, for 1,000 users and 500 clusters', () => {
    const large: Rights = {
      users: new Map(range(1000).map((userNo) => [userNo, { role: userNo % 2 === 0 ? 3 : 2, status: 1 }])),
      owners: new Map(range(50).map((metaGroupId) => [metaGroupId, metaGroupId * 2])),
      subGroups: new Map(range(200).map((subGroupId) => [subGroupId, subGroupId % 50])),
      grants: new Map(range(1000).map((no) => [no, new Set(range(20).map((at) => (no + at * 7) % 200))])),
      clusters: new Map(range(500).map((hostId) => [hostId, hostId % 200])),
    };
    const audience = { userNos: new Set(large.users.keys()), hostIds: new Set(large.clusters.keys()) };
    const change = { movedClusters: new Map(range(500).map((hostId) => [hostId, (hostId + 1) % 200])) };
    const maps = [large.clusters, large.subGroups, large.owners];
    const walks = maps.map((map) => vi.spyOn(map, Symbol.iterator));
    const { gained } = accessDifference(large, rightsAfter(large, change), audience);
    expect(gained.flatMap((block) => block.userNos)).toHaveLength(1000);
    const [ofClusters = 0, ...ofGroups] = walks.map((walk) => walk.mock.calls.length);
    expect(ofClusters).toBeLessThan(1010);
    expect(Math.max(...ofGroups)).toBeLessThan(10);
  });
});

function range(cnt: number): number[] {
  return Array.from({ length: cnt }, (_, at) => at);
}
