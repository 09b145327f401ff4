import { expect, it } from 'vitest';
import {
  containerRecord,
  deletes,
  nodeRecord,
  podRecord,
  rows,
  Sender,
  upserts,
} from '../testing/batches.ts';
import { weightOf } from './received-batch.ts';

const AT_MS = Date.UTC(2026, 0, 15);

function weigh(parts: Parameters<Sender['next']>[1]): number {
  return weightOf(new Sender(1).next(AT_MS, parts));
}

it('weighs heavy records by their bytes', () => {
  const batch = new Sender(1).next(AT_MS, { inventory: [upserts(podRecord('web', AT_MS))] });
  expect(weightOf({ ...batch, recordBytes: 2000 })).toBe(weightOf(batch));
  expect(weightOf({ ...batch, recordBytes: 4_000_000 })).toBe(20_001);
});

it('weighs a pod by its containers, and all other objects the same', () => {
  const containers = (cnt: number) =>
    Array.from({ length: cnt }, (_, index) => containerRecord(`c-${index}`, AT_MS));
  const pod = (cnt: number) =>
    weigh({ inventory: [upserts(podRecord('web', AT_MS, { containers: containers(cnt) }))] });
  expect([pod(1), pod(2), pod(300)]).toEqual([16, 21, 1511]);
  expect(weigh({ inventory: [upserts(nodeRecord('n', AT_MS))] })).toBe(11);
  expect(weigh({ inventory: [deletes('pod', 'uid-web', AT_MS)] })).toBe(11);
  expect(weigh({ samples: [rows('pod', AT_MS, ['a', 'b'], { cpuUsedCores: [1, 2] })] })).toBe(3);
});
