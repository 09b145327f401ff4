import { groupByOptions, objectTypes, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
import {
  containerStates,
  monResults,
  nodeConditions,
  podPhases,
} from '@gwanje/contract/objects/object-states';
import { describe, expect, test } from 'vitest';
import { asGroupBy, asObjectType, asSortBy, defaultSortBy, namedBoards, onlyBoards } from './options.ts';

describe('dashboard options', () => {
  test('object types are the four specified', () => {
    expect(objectTypes).toEqual(['container', 'pod', 'node', 'cluster']);
  });

  test.each([
    ['container', 'CPU_USED_CORE MEM_USED_BYTES BLOCK_IN BLOCK_OUT CONTAINER_STATE'],
    ['pod', 'MON_RESULT CPU_USED_LIMIT MEM_USED_LIMIT NET_RX NET_TX POD_PHASE'],
    [
      'node',
      'MON_RESULT CPU_USED_ALLOCATABLE MEM_USED_ALLOCATABLE FILE_SYSTEM_USED NET_RX NET_TX NODE_CONDITION',
    ],
    ['cluster', 'MON_RESULT PV_UTILIZATION PV_UNBOUND'],
  ] as const)('%s sorts by %s', (objectType, options) => {
    expect(sortOptions[objectType].join(' ')).toBe(options);
  });

  test.each([
    ['container', 'none pod node namespace cluster workload'],
    ['pod', 'none node namespace cluster workload'],
    ['node', 'none cluster'],
    ['cluster', 'none'],
  ] as const)('%s groups by %s', (objectType, options) => {
    expect(groupByOptions[objectType].join(' ')).toBe(options);
  });

  test('states are declared worst first, which is their sort order', () => {
    expect(monResults).toEqual(['critical', 'warning', 'stale', 'normal', 'unmonitored']);
    expect(podPhases).toEqual(['Failed', 'Unknown', 'Pending', 'Running', 'Succeeded']);
    const [first, second, ...others] = nodeConditions;
    expect([first, second, others.at(-1)]).toEqual(['NotReady', 'Unknown', 'Ready']);
    expect(containerStates).toEqual(['terminatedWithError', 'waiting', 'running', 'terminated']);
  });

  test('every default order is among the options of its type', () => {
    for (const objectType of objectTypes)
      expect(sortOptions[objectType]).toContain(defaultSortBy(objectType));
  });

  test('an option of another type is invalid', () => {
    expect(asSortBy('cluster', 'NET_RX')).toBeUndefined();
    expect(asGroupBy('node', 'namespace')).toBeUndefined();
    expect(asObjectType('volume')).toBeUndefined();
    expect(asObjectType(['pod'])).toBeUndefined();
  });
});

const kept = {
  boards: [
    { id: 'a', name: '전체', widgets: [{ id: 'w', kind: 'counts' }] },
    { id: 'b', name: '운영', widgets: [] },
    { id: 'c', widgets: [] },
  ],
  rotateSeconds: 20,
  secret: 'note',
};

test('boards are listed by name, or by id when they have no name', () => {
  expect(namedBoards(kept)).toEqual([
    { id: 'a', name: '전체' },
    { id: 'b', name: '운영' },
    { id: 'c', name: 'c' },
  ]);
});

test.each([
  [undefined],
  [{}],
  [{ boards: null }],
  [{ boards: 'a' }],
  [{ boards: [null, 1, 'a', [], {}, { id: 7 }, { id: '' }, { id: '../x' }] }],
])('a view option without valid boards has none: %j', (viewOption) => {
  expect(namedBoards(viewOption)).toEqual([]);
  expect(onlyBoards(viewOption, ['a'])).toEqual({ boards: [] });
});

test('a wallboard gets its boards completely, and no other data', () => {
  expect(onlyBoards(kept, ['b', 'gone', 'a'])).toEqual({
    boards: [kept.boards[0], kept.boards[1]],
    rotateSeconds: 20,
  });
  expect(onlyBoards(kept, [])).toEqual({ boards: [], rotateSeconds: 20 });
});
