import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignClusters, roundWeight, type WeighedCluster } from './assignment.ts';

const memberNames = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 });
const members = memberNames.map((numbers) => numbers.map((no) => `http://10.0.0.${no}:4102`));
const weight = fc.constantFrom(0, 256, 1024, 4096, 65_536, 262_144);
const clusters = fc.uniqueArray(fc.record({ hostId: fc.integer({ min: 1, max: 5000 }), weight }), {
  selector: ({ hostId }) => hostId,
  maxLength: 300,
});

function weightOf({ weight }: WeighedCluster): number {
  return Math.max(weight, 256);
}

function sum(list: readonly WeighedCluster[]): number {
  return list.reduce((total, cluster) => total + weightOf(cluster), 0);
}

function movedShare(
  list: readonly WeighedCluster[],
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): number {
  return sum(list.filter(({ hostId }) => before.get(hostId) !== after.get(hostId))) / sum(list);
}

describe('the assignment of clusters', () => {
  it('gives every cluster to one member, and none without members', () => {
    fc.assert(
      fc.property(members, clusters, (names, list) => {
        const assigned = assignClusters(names, list);
        expect([...assigned.keys()].sort()).toEqual(list.map(({ hostId }) => hostId).sort());
        for (const member of assigned.values()) expect(names).toContain(member);
        expect(assignClusters([], list).size).toBe(0);
      }),
    );
  });

  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(members, clusters, (names, list) => {
        const other = assignClusters(names.toReversed(), list.toReversed());
        expect(other).toEqual(assignClusters(names, list));
      }),
    );
  });

  it('gives no member more than 1.25 times the average, or the average and one cluster', () => {
    fc.assert(
      fc.property(members, clusters, (names, list) => {
        const assigned = assignClusters(names, list);
        const average = sum(list) / names.length;
        for (const name of names) {
          const own = list.filter(({ hostId }) => assigned.get(hostId) === name);
          const smallest = Math.min(...own.map(weightOf));
          expect(sum(own)).toBeLessThanOrEqual(Math.max(average * 1.25, average + smallest));
        }
      }),
    );
  });

  it.each([2, 3, 5])('moves about the share of a member that joins or leaves, with %i members', (cnt) => {
    const list = Array.from({ length: 400 }, (_, index) => ({
      hostId: index + 1,
      weight: 256 * 2 ** (index % 6),
    }));
    const names = Array.from({ length: cnt }, (_, index) => `http://replica-${index}:4102`);
    const before = assignClusters(names, list);
    const joined = assignClusters([...names, 'http://replica-new:4102'], list);
    expect(movedShare(list, before, joined) * (cnt + 1)).toBeLessThan(1.4);
    const left = assignClusters(names.slice(1), list);
    expect(movedShare(list, before, left) * cnt).toBeLessThan(1.4);
  });

  it('leaves a member with one giant cluster alone while others have room', () => {
    const list = [
      { hostId: 1, weight: 1_000_000 },
      ...Array.from({ length: 20 }, (_, index) => ({ hostId: index + 2, weight: 256 })),
    ];
    const assigned = assignClusters(['http://a', 'http://b', 'http://c'], list);
    const giantOwner = assigned.get(1);
    expect([...assigned.values()].filter((member) => member === giantOwner)).toHaveLength(1);
  });
});

describe('the weight of a cluster', () => {
  it.each([
    [0, 0, 256],
    [300, 256, 256],
    [900, 0, 1024],
    [1500, 1024, 1024],
    [1900, 1024, 2048],
    [600, 1024, 1024],
    [500, 1024, 512],
  ])('of %i objects after %i is %i', (objectCnt, earlier, expected) => {
    expect(roundWeight(objectCnt, earlier)).toBe(expected);
  });
});
