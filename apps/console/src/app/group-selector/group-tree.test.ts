import { listGroupNames } from '@gwanje/contract/users/groups';
import { describe, expect, it } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { selectionText, toggled, treeRows } from './group-tree.ts';

const ofCommerce = [
  { subGroupId: 11, subGroupName: '운영' },
  { subGroupId: 12, subGroupName: 'Staging' },
];
const groupNameList = [
  { metaGroupId: 1, metaGroupName: '커머스 플랫폼 운영 본부', subGroupNameList: ofCommerce },
  { metaGroupId: 2, metaGroupName: '데이터', subGroupNameList: [{ subGroupId: 21, subGroupName: '분석' }] },
  { metaGroupId: 3, metaGroupName: '빈 그룹', subGroupNameList: [] },
];
const { groupNameList: groups } = listGroupNames.response.parse({ groupNameList });

function rows(filter: string, selectedIds: number[] = [], closedIds: number[] = []) {
  return treeRows({ groups, selected: new Set(selectedIds), closedMetaIds: new Set(closedIds), filter });
}

describe('treeRows', () => {
  it.each<[string, string, number[], string[]]>([
    ['all groups by default', '', [], ['meta-1', 'sub-11', 'sub-12', 'meta-2', 'sub-21', 'meta-3']],
    ['no sub groups under a closed meta group', '', [1], ['meta-1', 'meta-2', 'sub-21', 'meta-3']],
    ['matching sub groups, also under a closed meta group', 'stag', [1], ['meta-1', 'sub-12']],
    ['all sub groups of a matching meta group', '데이터', [], ['meta-2', 'sub-21']],
    ['no row without a match', 'zzz', [], []],
  ])('has %s', (_behaviour, filter, closedIds, keys) =>
    expect(rows(filter, [], closedIds).map((row) => row.key)).toEqual(keys),
  );

  it('marks a meta group as fully, partly or not selected', () => {
    expect(rows('', [11]).find((row) => row.key === 'meta-1')?.checked).toBe('some');
    expect(rows('', [11, 12]).find((row) => row.key === 'meta-1')?.checked).toBe('all');
    expect(rows('').find((row) => row.key === 'meta-1')?.checked).toBe('none');
    expect(rows('').find((row) => row.key === 'meta-3')?.checked).toBe('none');
  });
});

describe('toggled', () => {
  it('selects all sub groups of a partly selected meta group, then none', () => {
    const [partly] = rows('', [11, 21]);
    if (!partly) throw new Error('no row');
    const all = toggled(new Set([11, 21]), partly);
    expect([...all].sort()).toEqual([11, 12, 21]);
    const [full] = rows('', [...all]);
    if (!full) throw new Error('no row');
    expect([...toggled(all, full)]).toEqual([21]);
  });

  it('changes only visible rows during a search', () => {
    const [found] = rows('stag', []);
    if (!found) throw new Error('no row');
    expect([...toggled(new Set(), found)]).toEqual([12]);
  });
});

describe('selectionText', () => {
  it.each([
    ['all groups', [11, 12, 21], '전체 그룹'],
    ['no group', [], '허용된 그룹 없음'],
    ['one group, with the meta group cut at 10 characters', [11], '커머스 플랫폼 운영... · 운영'],
    ['several groups', [12, 21], '커머스 플랫폼 운영... · Staging 외 1개'],
    ['groups that are no longer allowed', [99], '허용된 그룹 없음'],
  ] as const)('%s', (_case, selectedIds, expected) =>
    expect(selectionText(groups, selectedIds, t)).toBe(expected),
  );
});
