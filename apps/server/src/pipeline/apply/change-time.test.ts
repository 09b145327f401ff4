import { expect, it } from 'vitest';
import { claimRecord, containerRecord, nodeRecord, podRecord, readiness } from '../testing/batches.ts';
import { changeMs } from './change-time.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');

it('dates a change by the latest of the object’s own times', () => {
  const pod = podRecord('web', NOW, { containers: [containerRecord('main', NOW + 50_000)] });
  expect(changeMs(pod, 0, NOW)).toBe(NOW - 10_000);
});

it('does not take a time for it that the change before has had', () => {
  expect(changeMs(nodeRecord('n', NOW), NOW - 60_000, NOW)).toBe(NOW);
});

it('does not believe times after the batch', () => {
  const node = nodeRecord('n', NOW, { conditions: [readiness('False', NOW + 60_000)] });
  expect(changeMs(node, 0, NOW)).toBe(NOW);
});

it('dates what has no times of its own by the batch', () => {
  expect(changeMs(claimRecord('data', NOW - 60_000), 0, NOW)).toBe(NOW);
});

it('never goes back behind the change before', () => {
  expect(changeMs(claimRecord('data', NOW), NOW + 1000, NOW)).toBe(NOW + 1000);
});
