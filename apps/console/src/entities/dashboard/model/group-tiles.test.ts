import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import '../dashboard-messages.ts';
import { shownObjects } from './shown-objects.ts';

const korean = { t, language: 'ko' } as const;

type Group = readonly [name: string, id: number | null, ...pods: (readonly [number, number])[]];

/** Pods as [monResult, value], in the order of the server: by group, and in it the worst or largest first. */
function answerOf(groups: readonly Group[]): DashboardObjects {
  const pods = groups.flatMap(([, , ...some], group) => some.map((pod) => ({ group, pod })));
  return {
    serverTime: '2026-11-15T02:24:30Z',
    isTruncated: false,
    followingCnt: 7,
    groupList: groups.map(([name, id, ...some]) => ({ id, name, cnt: some.length })),
    id: Uint32Array.from(pods, (_, index) => 1000 + index),
    name: pods.map((_, index) => `pod-${index}`),
    group: Uint32Array.from(pods, ({ group }) => group),
    monResult: Uint8Array.from(pods, ({ pod: [monResult] }) => monResult),
    value: Float32Array.from(pods, ({ pod: [, value] }) => value),
    isStale: Uint8Array.from(pods, ({ pod: [monResult] }) => Number(monResult === 2)),
  };
}

function tilesOf(groups: readonly Group[], sortBy: SortBy, showsGroups = true) {
  const choice = { objectType: 'pod', groupBy: 'workload', sortBy, showsGroups } as const;
  return shownObjects(answerOf(groups), choice, korean);
}

const byState: readonly Group[] = [
  ['seoul/pay/api', 11, [0, 0], [3, 3], [3, 3]],
  ['seoul/pay/web', 12, [3, 3]],
  ['seoul/pay/worker', 13, [0, 0], [0, 0], [1, 1], [3, 3]],
  ['seoul/shop/api', 14, [2, 2], [3, 3]],
  ['seoul/shop/rollout', null, [3, 3]],
  ['', null, [4, 4], [3, 3]],
];

test('each group is one tile below its namespace, the worst and then the largest first', () => {
  const { data, tileKind, objectCnt, followingCnt } = tilesOf(byState, 'MON_RESULT');
  const places = data.groups.map(({ name }, place) => [
    name,
    Array.from(data.names).filter((_, index) => data.groupOf[index] === place),
  ]);
  expect(places).toEqual([
    ['seoul/pay', ['worker', 'api', 'web']],
    ['seoul/shop', ['api', 'rollout']],
    ['워크로드 없음', ['워크로드 없음']],
  ]);
  expect([tileKind, objectCnt, followingCnt]).toEqual(['workload', 13, 7]);
});

test('a tile has the worst state of its objects, and knows how many there are of each', () => {
  const { data, members } = tilesOf(byState, 'MON_RESULT');
  expect(Array.from(data.monResults)).toEqual([0, 0, 3, 2, 3, 3]);
  expect(members?.[0]).toEqual({ cnt: 4, states: Uint32Array.of(2, 1, 0, 1, 0) });
  // The number of workloads by state, not of pods.
  expect(Array.from(data.groups, ({ states }) => Array.from(states ?? []))).toEqual([
    [2, 0, 0, 1, 0],
    [0, 0, 1, 1, 0],
    [0, 0, 0, 1, 0],
  ]);
});

test('a group without a page has a negative id of its own', () => {
  const ids = Array.from(tilesOf(byState, 'MON_RESULT').data.ids);
  expect(ids.slice(0, 4)).toEqual([13, 11, 12, 14]);
  expect(ids.slice(4).every((id) => id < 0)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

test('by a figure a tile has the largest value of its objects, also beside a critical one', () => {
  const { data, colour, values } = tilesOf(
    [
      ['pay/api', 11, [3, 40], [0, 10]],
      ['pay/web', 12, [3, 90], [3, -1], [3, Number.NaN]],
      ['pay/none', 13, [3, Number.NaN]],
    ],
    'MEM_USED_LIMIT',
  );
  expect(Array.from(data.names)).toEqual(['web', 'api', 'none']);
  expect(Array.from(values)).toEqual([90, 40, Number.NaN]);
  expect(Array.from(data.monResults)).toEqual([3, 0, 3]);
  expect(colour).toMatchObject({ by: 'metric', max: 100 });
});

test('groups without a parent are together under the name of their kind', () => {
  const look = { groupBy: 'namespace', sortBy: 'MON_RESULT', showsGroups: true } as const;
  const choice = { objectType: 'pod', ...look } as const;
  const { data } = shownObjects(
    answerOf([
      ['pay', 1, [3, 3]],
      ['shop', 2, [0, 0]],
    ]),
    choice,
    korean,
  );
  expect(data.groups.map(({ name }) => name)).toEqual(['전체 네임스페이스']);
  expect(Array.from(data.names)).toEqual(['shop', 'pay']);
});

test('objects as tiles have groups with a page and their states', () => {
  const { data, members } = tilesOf(byState, 'MON_RESULT', false);
  expect(data.ids).toHaveLength(13);
  expect(members).toBeUndefined();
  const named = data.groups.map(({ name, hasPage }) => [name, hasPage]);
  const pages = ['pay/api', 'pay/web', 'pay/worker', 'shop/api'].map((name) => [`seoul/${name}`, true]);
  expect(named).toEqual([...pages, ['seoul/shop/rollout', false], ['워크로드 없음', false]]);
  expect(Array.from(data.groups[2]?.states ?? [])).toEqual([2, 1, 0, 1, 0]);
});
