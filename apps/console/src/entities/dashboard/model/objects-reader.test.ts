import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { expect, test } from 'vitest';
import { noObjects } from '#core/testing/dashboard-objects.ts';
import { ObjectsReader } from './objects-reader.ts';

/** A part with one object. */
function partOf(id: number, followingCnt: number): Uint8Array {
  const groups = { groupList: [{ id: null, name: '', cnt: 1 }], group: Uint32Array.of(0) };
  const names = { id: Uint32Array.of(id), name: [`pod-${id}`], row: Uint32Array.of(0) };
  const states = { value: Float32Array.of(id), monResult: Uint8Array.of(3), isStale: Uint8Array.of(0) };
  return encodeDashboardObjects({ ...noObjects, followingCnt, ...groups, ...names, ...states });
}

const PART_CNT = 9;
const parts = Array.from({ length: PART_CNT }, (_, at) => partOf(at + 1, PART_CNT - 1 - at));

test('shows the first part at once, and more whenever the number of parts has doubled', () => {
  const reader = new ObjectsReader('NET_RX');
  let shown: DashboardObjects | undefined;
  const drawn = parts.map((part) => {
    const next = reader.add(part, shown);
    shown = next ?? shown;
    return next?.id.length ?? 0;
  });
  expect(drawn).toEqual([1, 2, 0, 4, 0, 0, 0, 8, 0]);
  expect([...(reader.end()?.id ?? [])]).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('leaves a complete answer and a longer part of one on screen', () => {
  const [first, second] = parts;
  if (!first || !second) throw new Error('two parts');
  const complete = new ObjectsReader('NET_RX');
  complete.add(partOf(7, 0), undefined);
  expect(new ObjectsReader('NET_RX').add(first, complete.end())).toBeUndefined();
  const longer = new ObjectsReader('NET_RX');
  longer.add(first, undefined);
  const two = longer.add(second, undefined);
  expect(two?.id).toHaveLength(2);
  expect(new ObjectsReader('NET_RX').add(first, two)).toBeUndefined();
});

test('has no answer before the last part, or with bytes after it', () => {
  const reader = new ObjectsReader('NET_RX');
  for (const part of parts.slice(0, -1)) reader.add(part, undefined);
  expect(reader.end()).toBeUndefined();
  reader.add(partOf(9, 0), undefined);
  expect(reader.end()?.followingCnt).toBe(0);
  reader.add(Uint8Array.of(1), undefined);
  expect(reader.end()).toBeUndefined();
});
