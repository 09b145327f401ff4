import { join } from 'node:path';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { beforeEach, expect, it } from 'vitest';
import { findWorld, markPastWritten } from './demo-world.ts';

const HOUR_MS = 3_600_000;
const nowMs = Date.parse('2026-11-15T12:00:30Z');
const requested = { pods: 150, historySec: 26 * 3600 };
let folder: string;

beforeEach(() => {
  const temporary = temporaryFolder();
  folder = join(temporary.path, 'demo');
  return () => temporary[Symbol.dispose]();
});

it('begins 26 hours before the first start, and its past must be written', () => {
  const { world, due } = findWorld(folder, requested, nowMs);
  expect(due).toBe('objects');
  expect(new Date(world.beganMs).toISOString()).toBe('2026-11-14T10:00:00.000Z');
  expect(new Date(world.fineFromMs).toISOString()).toBe('2026-11-15T10:00:00.000Z');
});

it('is the same at the next start, and its past is not written again', () => {
  const first = findWorld(folder, requested, nowMs);
  markPastWritten(folder, 'done');
  const next = findWorld(folder, requested, nowMs + 30 * HOUR_MS);
  expect(next).toEqual({ world: first.world, due: 'nothing' });
});

it('has only the samples of its past to write when the start before has written the objects', () => {
  const { world } = findWorld(folder, requested, nowMs);
  markPastWritten(folder, 'objects');
  expect(findWorld(folder, requested, nowMs + HOUR_MS)).toEqual({ world, due: 'samples' });
  // The server has forgotten the pods that were deleted since.
  expect(findWorld(folder, requested, nowMs + 3 * HOUR_MS)).toEqual({ world, due: 'nothing' });
  expect(findWorld(folder, requested, nowMs + HOUR_MS)).toEqual({ world, due: 'nothing' });
});

it('stays the same when writing its past was interrupted', () => {
  const first = findWorld(folder, requested, nowMs);
  expect(findWorld(folder, requested, nowMs + HOUR_MS)).toEqual(first);
});

it('has no past to write and another seed when the server has the past of another folder', () => {
  markPastWritten(folder, 'done');
  const { world, due } = findWorld(folder, requested, nowMs);
  expect(due).toBe('nothing');
  expect(world.seed).toBeGreaterThan(1);
  expect(findWorld(folder, requested, nowMs + HOUR_MS)).toEqual({ world, due: 'nothing' });
});

it('has no past to write long after the first attempt', () => {
  const first = findWorld(folder, requested, nowMs);
  const later = findWorld(folder, requested, nowMs + 3 * HOUR_MS);
  expect(later).toEqual({ world: first.world, due: 'nothing' });
});

it.each([
  ['for another number of pods', { ...requested, pods: 300 }, HOUR_MS],
  ['after weeks', requested, 20 * 24 * HOUR_MS],
  ['if the clock went back', requested, -48 * HOUR_MS],
])('is new %s, with other objects and no past to write', (_, other, laterMs) => {
  const first = findWorld(folder, requested, nowMs);
  markPastWritten(folder, 'objects');
  const { world, due } = findWorld(folder, other, nowMs + laterMs);
  expect(due).toBe('nothing');
  expect(world.seed).toBe(first.world.seed + 1);
  expect(world.pods).toBe(other.pods);
});
