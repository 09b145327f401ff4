import { GroupNameEntry } from '@gwanje/contract/users/groups';
import { GrantedGroup } from '@gwanje/contract/users/users';
import { describe, expect, test } from 'vitest';
import { grantChanges, grantLinks, grantTree } from './grants.ts';

function group(metaGroupId: number, metaGroupName: string, ...subGroups: [number, string][]) {
  return GroupNameEntry.parse({
    metaGroupId,
    metaGroupName,
    subGroupNameList: subGroups.map(([subGroupId, subGroupName]) => ({ subGroupId, subGroupName })),
  });
}

const commerce = group(1, 'Commerce', [11, '운영'], [12, '검증']);
const data = group(2, 'Data', [21, '배치']);
const empty = group(3, 'Empty');
const inForeign = GrantedGroup.parse({
  metaGroupId: 9,
  metaGroupName: 'Foreign',
  subGroupId: 91,
  subGroupName: 'far',
});
const inCommerce = GrantedGroup.parse({
  metaGroupId: 1,
  metaGroupName: 'Commerce',
  subGroupId: 12,
  subGroupName: '검증',
});

test('chosen sub groups are sent with their meta groups', () => {
  expect(grantLinks([commerce, data], new Set([21, 11, 404]))).toEqual([
    { metaGroupId: 1, subGroupId: 11 },
    { metaGroupId: 2, subGroupId: 21 },
  ]);
});

describe('changes of memberships', () => {
  test('are the differences from the current ones', () => {
    expect(grantChanges([commerce, data], [inCommerce], new Set([11, 21]))).toEqual({
      granted: [
        { metaGroupId: 1, subGroupId: 11 },
        { metaGroupId: 2, subGroupId: 21 },
      ],
      revoked: [{ metaGroupId: 1, subGroupId: 12 }],
    });
  });

  test('leave out groups that the admin does not manage', () => {
    expect(grantChanges([commerce], [inForeign, inCommerce], new Set([12]))).toEqual({
      granted: [],
      revoked: [],
    });
  });
});

describe('the tree to choose from', () => {
  test('has managed groups first, then the memberships that cannot be changed here', () => {
    expect(grantTree([commerce, data], [inCommerce, inForeign], '')).toEqual([
      expect.objectContaining({ metaGroupName: 'Commerce', isManaged: true }),
      expect.objectContaining({ metaGroupName: 'Data', isManaged: true }),
      expect.objectContaining({ metaGroupName: 'Foreign', isManaged: false, subGroups: [inForeign] }),
    ]);
  });

  test('leaves out meta groups that have nothing to choose', () => {
    expect(grantTree([empty], [], '')).toEqual([]);
  });

  test.each([
    ['COMM', ['운영', '검증']],
    ['검증', ['검증']],
    ['  배치 ', ['배치']],
    ['nowhere', []],
  ])('searched for %j shows %j', (search, names) => {
    const shown = grantTree([commerce, data], [], search).flatMap(({ subGroups }) =>
      subGroups.map(({ subGroupName }) => subGroupName),
    );
    expect(shown).toEqual(names);
  });
});
