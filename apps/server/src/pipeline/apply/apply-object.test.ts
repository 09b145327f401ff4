import { expect, it } from 'vitest';
import { claimRecord, containerRecord, nodeRecord, podRecord, readiness } from '../testing/batches.ts';
import { changeMs } from './apply-object.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');

it('dates a change by the latest of the object’s own times', () => {
  const pod = podRecord('web', NOW, { containers: [containerRecord('main', NOW + 50_000)] });
  expect(changeMs(pod, 0, NOW)).toBe(NOW - 10_000);
});

it('uses the time of the batch when the object has no time after the previous change', () => {
  expect(changeMs(nodeRecord('n', NOW), NOW - 60_000, NOW)).toBe(NOW);
});

it('ignores times after the batch', () => {
  const node = nodeRecord('n', NOW, { conditions: [readiness('False', NOW + 60_000)] });
  expect(changeMs(node, 0, NOW)).toBe(NOW);
});

it('uses the time of the batch for objects without times', () => {
  expect(changeMs(claimRecord('data', NOW - 60_000), 0, NOW)).toBe(NOW);
});

it('never dates a change before the previous change', () => {
  expect(changeMs(claimRecord('data', NOW), NOW + 1000, NOW)).toBe(NOW + 1000);
});
