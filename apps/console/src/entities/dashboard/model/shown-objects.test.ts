import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { describe, expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import '../dashboard-messages.ts';
import { figureDomain, figureEndText, figureText } from './figures.ts';
import { shownObjects, valueAt } from './shown-objects.ts';
import { stateDisplayOf } from './state-display.ts';
import { topIndexes } from './top-objects.ts';

const korean = { t, language: 'ko' } as const;

function answerOf(value: readonly (number | null)[]): DashboardObjects {
  return {
    serverTime: '2026-11-15T02:24:30Z',
    isTruncated: false,
    followingCnt: 0,
    groupList: [{ id: null, name: '', cnt: value.length }],
    id: Uint32Array.from(value, (_, index) => index + 1),
    name: value.map((_, index) => `object-${index}`),
    group: new Uint32Array(value.length),
    monResult: new Uint8Array(value.length).fill(3),
    value: floats(value),
    isStale: new Uint8Array(value.length),
  };
}

function tilesOf(value: readonly (number | null)[], sortBy: SortBy) {
  const choice = { objectType: 'pod', groupBy: 'none', sortBy, showsGroups: false } as const;
  return shownObjects(answerOf(value), choice, korean);
}

function floats(values: readonly (number | null)[]): Float32Array {
  return Float32Array.from(values, (value) => value ?? Number.NaN);
}

describe('the text of a figure', () => {
  test.each<[SortBy, number | null, string]>([
    ['MEM_USED_LIMIT', 94.955, '94.96 %'],
    ['MEM_USED_LIMIT', null, '-'],
    ['MEM_USED_LIMIT', -1, 'Not Set'],
    ['CPU_USED_ALLOCATABLE', -1, '-'],
    ['CPU_USED_CORE', 0.4121, '412.10 mCores'],
    ['MEM_USED_BYTES', 509804544, '486.19 MB'],
    ['NET_RX', 1572864, '1.50 MBps'],
    ['PV_UNBOUND', 1200, '1,200'],
    ['MON_RESULT', 0, '심각'],
    ['MON_RESULT', 2, '수집 중단'],
    ['POD_PHASE', 2, 'Pending'],
    ['NODE_CONDITION', 7, 'Ready'],
    ['NODE_CONDITION', 99, '-'],
    ['CONTAINER_STATE', 0, '오류 종료'],
    ['CONTAINER_STATE', null, '-'],
  ])('for %s %s is %s', (sortBy, value, text) => expect(figureText(sortBy, value, korean)).toBe(text));
});

describe('the scale', () => {
  test.each<[SortBy, readonly (number | null)[], number, string]>([
    ['CPU_USED_LIMIT', [3, 250], 100, '100 %'],
    ['MEM_USED_BYTES', [null, 1_700_000_000], 2 * 1024 ** 3, '2 GB'],
    ['MEM_USED_BYTES', [600 * 1024 ** 2], 1024 ** 3, '1 GB'],
    ['NET_TX', [130 * 1024], 200 * 1024, '200 KBps'],
    ['CPU_USED_CORE', [0.3, 3.4], 5, '5 cores'],
    ['PV_UNBOUND', [0, 7], 10, '10'],
    ['BLOCK_IN', [null, 0], 1, '1 Bps'],
  ])('of %s over %j ends at %s, shown as %s', (sortBy, values, max, text) => {
    expect(figureDomain(sortBy, values)).toEqual({ min: 0, max });
    expect(figureEndText(sortBy, max)).toBe(text);
  });
});

describe('the tiles', () => {
  test.each<[SortBy, readonly (number | null)[], readonly number[]]>([
    // Failed, Unknown, Pending, Running, Succeeded: drawn as critical, stale, warning, normal, outlined.
    ['POD_PHASE', [0, 1, 2, 3, 4, null, 17], [0, 2, 1, 3, 4, 5, 5]],
    ['NODE_CONDITION', [0, 1, 2, 5, 6, 7], [0, 2, 1, 1, 4, 3]],
    ['CONTAINER_STATE', [0, 1, 2, 3], [0, 1, 3, 4]],
  ])('sorted by %s have the appearance of that state', (sortBy, value, drawn) => {
    const { data, colour } = tilesOf(value, sortBy);
    expect(colour).toEqual({ by: 'state' });
    expect(Array.from(data.monResults)).toEqual(drawn);
    expect(stateDisplayOf(sortBy)?.legend(korean)).toMatchObject({ critical: expect.any(String) });
  });

  test('sorted by monitoring result have their own state', () => {
    const { data } = tilesOf([3, 3], 'MON_RESULT');
    expect(Array.from(data.monResults)).toEqual([3, 3]);
  });

  test('sorted by a figure are coloured by it, and have no colour if the limit is not set', () => {
    const { data, colour, values } = tilesOf([80, -1, null], 'MEM_USED_LIMIT');
    expect(colour).toEqual({ by: 'metric', min: 0, max: 100 });
    expect(data.values).toEqual(floats([80, null, null]));
    expect(values).toEqual(floats([80, -1, null]));
    expect([0, 1, 2].map((index) => valueAt(values, index))).toEqual([80, -1, null]);
  });

  test.each([
    ['none', '전체 파드'],
    ['node', '노드 없음'],
  ] as const)('without a group, grouped by %s, are shown under %s', (groupBy, name) => {
    const choice = { objectType: 'pod', groupBy, sortBy: 'MON_RESULT', showsGroups: false } as const;
    expect(shownObjects(answerOf([3]), choice, korean).data.groups).toMatchObject([{ name, count: 1 }]);
  });
});

describe('the top objects', () => {
  test.each<[string, readonly (number | null)[], boolean, readonly number[]]>([
    ['are those with the largest figures', [9, 1, 30, 2, 10], false, [2, 4, 0]],
    ['are those with the worst states; equal states keep their order', [3, 0, 3, 0, 1], true, [1, 3, 4]],
    ['end with unknown values', [null, 5, null], false, [1, 0, 2]],
    ['are all objects if there are fewer than requested', [1], false, [0]],
    ['are empty without objects', [], false, []],
  ])('%s', (_what, values, isState, indexes) =>
    expect(topIndexes(floats(values), { isState, cnt: 3 })).toEqual(indexes),
  );

  test('of a sorted response are its first entries', () => {
    const values = Array.from({ length: 5000 }, (_, index) => 5000 - Math.floor(index / 3));
    expect(topIndexes(values, { isState: false, cnt: 50 })).toEqual(
      Array.from({ length: 50 }, (_, index) => index),
    );
  });
});
