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
const foreign = { metaGroupId: 9, metaGroupName: 'Foreign' };
const inUnmanaged = GrantedGroup.parse({ ...foreign, subGroupId: 91, subGroupName: 'far' });
const ofCommerce = { metaGroupId: 1, metaGroupName: 'Commerce' };
const inCommerce = GrantedGroup.parse({ ...ofCommerce, subGroupId: 12, subGroupName: '검증' });

test('sends chosen sub groups with their meta groups, without unknown ones', () => {
  expect(grantLinks([commerce, data], new Set([21, 11, 404]))).toEqual([
    { metaGroupId: 1, subGroupId: 11 },
    { metaGroupId: 2, subGroupId: 21 },
  ]);
});

describe('grant changes', () => {
  test('are the differences between the current and the chosen groups', () => {
    const { granted, revoked } = grantChanges([commerce, data], [inCommerce], new Set([11, 21]));
    expect(granted.map(({ subGroupId }) => subGroupId)).toEqual([11, 21]);
    expect(revoked).toEqual([{ metaGroupId: 1, subGroupId: 12 }]);
  });

  test('leave out groups that the admin does not manage', () => {
    const expected = { granted: [], revoked: [] };
    expect(grantChanges([commerce], [inUnmanaged, inCommerce], new Set([12]))).toEqual(expected);
  });
});

describe('the tree of the picker', () => {
  test('lists managed groups first, then memberships that the admin cannot change', () => {
    expect(grantTree([commerce, data], [inCommerce, inUnmanaged], '')).toEqual([
      expect.objectContaining({ metaGroupName: 'Commerce', isManaged: true }),
      expect.objectContaining({ metaGroupName: 'Data', isManaged: true }),
      expect.objectContaining({ metaGroupName: 'Foreign', isManaged: false, subGroups: [inUnmanaged] }),
    ]);
  });

  test('leaves out meta groups without sub groups', () => expect(grantTree([empty], [], '')).toEqual([]));

  test.each([
    ['COMM', ['운영', '검증']],
    ['검증', ['검증']],
    ['  배치 ', ['배치']],
    ['nowhere', []],
  ])('a search for %j finds %j', (search, names) => {
    const shown = grantTree([commerce, data], [], search).flatMap(({ subGroups }) =>
      subGroups.map(({ subGroupName }) => subGroupName),
    );
    expect(shown).toEqual(names);
  });
});
