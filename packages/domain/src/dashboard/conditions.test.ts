import { objectTypes } from '@gwanje/contract/dashboard/dashboard-options';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DashboardConditions,
  defaultConditions,
  resolveConditions,
  selectedClusters,
  toggleAllClusters,
  toggleCluster,
  withGroupBy,
  withObjectType,
} from './conditions.ts';
import { asGroupBy, asSortBy, defaultExpandOptions, resolveExpandOptions } from './options.ts';

const hostIds = [1, 2, 3];

function choosing(...clusterList: number[]): DashboardConditions {
  return { ...defaultConditions, isAllCluster: false, clusterList };
}

test('the defaults are the specified values', () => {
  expect(defaultConditions).toEqual({
    isAllCluster: true,
    clusterList: [],
    objectType: 'pod',
    groupBy: 'none',
    sortBy: 'MON_RESULT',
    showsGroups: false,
  });
});

describe('showing each group as one tile', () => {
  const grouped: DashboardConditions = { ...defaultConditions, groupBy: 'workload', showsGroups: true };
  test('stays for another grouping, and ends without one', () => {
    expect(withGroupBy(grouped, 'namespace')).toEqual({ ...grouped, groupBy: 'namespace' });
    expect(withGroupBy(grouped, 'none').showsGroups).toBe(false);
    expect(withObjectType(grouped, 'container').showsGroups).toBe(false);
  });

  test.each([
    ['with a grouping', { groupBy: 'workload', showsGroups: 'true' }, {}, true],
    ['without a grouping', { showsGroups: 'true' }, {}, false],
    ['of the session', { groupBy: 'node' }, { groupBy: 'workload', showsGroups: true }, true],
    ['of the URL first', { showsGroups: 'false' }, { groupBy: 'node', showsGroups: true }, false],
    ['of another version', { groupBy: 'node', showsGroups: 'maybe' }, {}, false],
  ])('%s', (_case, address, session, expected) => {
    expect(resolveConditions(address, session).showsGroups).toBe(expected);
  });
});

describe('changing the object type', () => {
  const grouped: DashboardConditions = { ...choosing(2), groupBy: 'namespace', sortBy: 'NET_RX' };
  test.each([
    ['container', 'CPU_USED_CORE'],
    ['pod', 'MON_RESULT'],
    ['node', 'MON_RESULT'],
    ['cluster', 'MON_RESULT'],
  ] as const)('to %s resets the grouping and sorts by %s', (objectType, sortBy) => {
    expect(withObjectType(grouped, objectType)).toEqual({ ...grouped, objectType, groupBy: 'none', sortBy });
  });
});

describe('toggling all clusters', () => {
  test.each([
    ['all selected', defaultConditions, choosing()],
    ['one selected', choosing(2), choosing()],
    ['none selected', choosing(), defaultConditions],
    ['only a deleted cluster selected', choosing(99), defaultConditions],
  ])('with %s', (_state, before, after) => {
    expect(toggleAllClusters(before, hostIds)).toEqual(after);
  });
});

describe('toggling one cluster', () => {
  test.each([
    ['adds it to the selection', choosing(1), 2, choosing(1, 2)],
    ['removes it from the selection', choosing(1, 2), 1, choosing(2)],
    ['removes the last selected cluster', choosing(1), 1, choosing()],
    ['selects all other clusters when all were selected', defaultConditions, 2, choosing(1, 3)],
    ['selects all when it was the only one missing', choosing(1, 3), 2, defaultConditions],
    ['drops a deleted cluster from the selection', choosing(1, 99), 2, choosing(1, 2)],
    ['ignores an unknown cluster', choosing(1, 2), 99, choosing(1, 2)],
  ])('%s', (_what, before, hostId, after) => {
    expect(toggleCluster(before, hostId, hostIds)).toEqual(after);
  });

  test('twice gives the same selection again', () => {
    fc.assert(
      fc.property(fc.subarray(hostIds), fc.constantFrom(...hostIds), (chosen, hostId) => {
        const once = toggleCluster(choosing(...chosen), hostId, hostIds);
        expect(selectedClusters(once, hostIds).includes(hostId)).toBe(!chosen.includes(hostId));
        expect(selectedClusters(toggleCluster(once, hostId, hostIds), hostIds)).toEqual(chosen);
      }),
    );
  });
});

describe('conditions from URL, session and defaults', () => {
  const chosen = (...clusterList: number[]) => ({ isAllCluster: false, clusterList });
  const none = { isAllCluster: false };
  const byTraffic = { objectType: 'node', sortBy: 'NET_TX' };
  const grouped = { ...byTraffic, groupBy: 'cluster' };
  const traffic = { objectType: 'pod', sortBy: 'NET_TX' };
  const pods = { ...traffic, groupBy: 'cluster' };
  const cores = { objectType: 'container', sortBy: 'CPU_USED_CORE' };
  test.each([
    ['neither URL nor session', undefined, undefined, {}],
    ['an empty URL', {}, null, {}],
    ['only the session', {}, grouped, grouped],
    ['one field in the URL', { sortBy: 'NET_RX' }, pods, { sortBy: 'NET_RX', groupBy: 'cluster' }],
    ['another object type in the URL', { objectType: 'node' }, pods, { objectType: 'node' }],
    ['containers in the URL', { objectType: 'container' }, {}, cores],
    ['the same object type in the URL', { objectType: 'node' }, byTraffic, byTraffic],
    ['options of another type', { ...pods, objectType: 'cluster' }, {}, { objectType: 'cluster' }],
    ['an invalid URL', { objectType: 'volume', sortBy: 7 }, traffic, { sortBy: 'NET_TX' }],
    ['text and an array instead of objects', 'pod', ['pod'], {}],
    ['clusters as an array', { clusterList: [3, 1, 3] }, {}, chosen(3, 1)],
    ['clusters as text', { clusterList: '3,1' }, {}, chosen(3, 1)],
    ['one cluster as a number', { clusterList: 3 }, {}, chosen(3)],
    ['invalid ids among valid ids', { clusterList: '1,01,x,-2,1e1,2147483648' }, {}, chosen(1)],
    ['only invalid ids', { clusterList: 'x,0' }, chosen(2), chosen(2)],
    ['only invalid ids with isAllCluster false', { isAllCluster: 'false', clusterList: 'x' }, {}, {}],
    ['all clusters and selected clusters in the URL', { isAllCluster: 'true', clusterList: '1' }, {}, {}],
    ['all clusters in the URL, selected clusters in the session', { isAllCluster: true }, chosen(1), {}],
    ['no selected cluster in the URL', { isAllCluster: 'false' }, chosen(1), none],
    ['no selected cluster in the session', {}, chosen(), none],
    ['selected clusters in the URL', { clusterList: '1' }, { isAllCluster: true }, chosen(1)],
  ])('%s', (_case, address, session, changed) => {
    expect(resolveConditions(address, session)).toEqual({ ...defaultConditions, ...changed });
  });

  test('resolved conditions do not change when they are resolved again', () => {
    const source = fc.oneof(
      fc.anything(),
      fc.record(
        {
          isAllCluster: fc.oneof(fc.boolean(), fc.anything()),
          clusterList: fc.oneof(fc.array(fc.integer()), fc.anything()),
          objectType: fc.oneof(fc.constantFrom(...objectTypes), fc.anything()),
          groupBy: fc.constantFrom('none', 'pod', 'node', 'namespace', 'cluster', 'moon'),
          sortBy: fc.constantFrom('MON_RESULT', 'NET_RX', 'CPU_USED_CORE', 'PV_UNBOUND', 'MOON'),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(source, source, (address, session) => {
        const resolved = resolveConditions(address, session);
        expect(asSortBy(resolved.objectType, resolved.sortBy)).toBe(resolved.sortBy);
        expect(asGroupBy(resolved.objectType, resolved.groupBy)).toBe(resolved.groupBy);
        expect(resolveConditions({}, JSON.parse(JSON.stringify(resolved)))).toEqual(resolved);
      }),
    );
  });
});

describe('expand options', () => {
  test('all are open by default', () => {
    expect(defaultExpandOptions).toEqual({
      isStatusBoxExpand: true,
      isPlatformExpand: true,
      isAzureExpand: true,
    });
  });

  test.each([
    ['an absent value', undefined, {}],
    ['a text', 'closed', {}],
    ['null', null, {}],
    ['one closed section', { isAzureExpand: false }, { isAzureExpand: false }],
    ['values that are not booleans', { isAzureExpand: 0, isPlatformExpand: 'false' }, {}],
    ['an unknown section', { isAzureExpand: false, isMoonExpand: false }, { isAzureExpand: false }],
  ])('from %s', (_case, stored, changed) => {
    expect(resolveExpandOptions(stored)).toEqual({ ...defaultExpandOptions, ...changed });
  });
});
