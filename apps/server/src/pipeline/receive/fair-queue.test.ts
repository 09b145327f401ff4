import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function queue(perClusterWeight = 100) {
  return new FairQueue<string>({
    inAll: { entries: 8, weight: 150 },
    perCluster: { entries: 5, weight: perClusterWeight },
    turnWeight: 10,
  });
}

it('keeps the order within a cluster', () => {
  const line = queue();
  for (const item of ['a', 'b', 'c']) line.add(1, item, 4);
  expect(line.take(1000)).toEqual(['a', 'b', 'c']);
  expect(line.take(1000)).toEqual([]);
});

it('lets a small batch of one cluster pass the backlog of another', () => {
  const line = queue();
  for (const item of ['a1', 'a2', 'a3']) line.add(1, item, 10);
  line.add(2, 'b1', 1);
  expect(line.take(15)).toEqual(['a1', 'b1', 'a2']);
});

it('begins the next group with the cluster whose turn it is', () => {
  const line = queue();
  for (const item of ['a1', 'a2']) line.add(1, item, 10);
  for (const item of ['b1', 'b2']) line.add(2, item, 10);
  expect(line.take(10)).toEqual(['a1']);
  expect(line.take(10)).toEqual(['b1']);
  expect(line.take(10)).toEqual(['a2']);
});

it('is full for a cluster beyond its limit and open for the others', () => {
  const line = queue(20);
  expect(line.add(1, 'a1', 15)).toBe(true);
  expect(line.add(1, 'a2', 6)).toBe(false);
  expect(line.add(2, 'b1', 6)).toBe(true);
});

it('is full for all clusters beyond the total limit', () => {
  const line = queue(1000);
  expect(line.add(1, 'a', 150)).toBe(true);
  expect(line.add(2, 'b', 1)).toBe(false);
  line.take(1);
  expect(line.add(2, 'b', 1)).toBe(true);
});

it('accepts a batch of any weight when it is empty', () => {
  const line = queue();
  expect(line.add(1, 'a', 1_000_000)).toBe(true);
  expect(line.take(10)).toEqual(['a']);
  expect(line.weight).toBe(0);
});
