import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findWorld, markReplayed } from './demo-world.ts';

const HOUR_MS = 3_600_000;
const nowMs = Date.parse('2026-11-15T12:00:30Z');
const wish = { pods: 150, historySec: 26 * 3600 };
let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'gwanje-world-')), 'demo');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

it('begins a day and two hours before the first start, whose past is told', () => {
  const { world, isReplayDue } = findWorld(folder, wish, nowMs);
  expect(isReplayDue).toBe(true);
  expect(new Date(world.beganMs).toISOString()).toBe('2026-11-14T10:00:00.000Z');
  expect(new Date(world.fineFromMs).toISOString()).toBe('2026-11-15T10:00:00.000Z');
});

it('is the same world at the next start, and its past is not told again', () => {
  const first = findWorld(folder, wish, nowMs);
  markReplayed(folder, 'done');
  expect(findWorld(folder, wish, nowMs + 30 * HOUR_MS)).toEqual({ world: first.world, isReplayDue: false });
});

it('has its past told by the same steps again where that was interrupted', () => {
  const first = findWorld(folder, wish, nowMs);
  expect(findWorld(folder, wish, nowMs + HOUR_MS)).toEqual(first);
});

it('leaves a past untold that the server knows from another folder, and is no world it knows', () => {
  markReplayed(folder, 'known');
  const { world, isReplayDue } = findWorld(folder, wish, nowMs);
  expect(isReplayDue).toBe(false);
  expect(world.seed).toBeGreaterThan(1);
  expect(findWorld(folder, wish, nowMs + HOUR_MS)).toEqual({ world, isReplayDue: false });
});

it('leaves a past untold that was interrupted long ago', () => {
  const first = findWorld(folder, wish, nowMs);
  const later = findWorld(folder, wish, nowMs + 5 * HOUR_MS);
  expect(later).toEqual({ world: first.world, isReplayDue: false });
});

it.each([
  ['of another size', { ...wish, pods: 300 }, HOUR_MS],
  ['after weeks', wish, 20 * 24 * HOUR_MS],
  ['of a clock that went back', wish, -48 * HOUR_MS],
])('makes another world %s, with other objects and without a past to tell', (_, other, laterMs) => {
  const first = findWorld(folder, wish, nowMs);
  markReplayed(folder, 'done');
  const { world, isReplayDue } = findWorld(folder, other, nowMs + laterMs);
  expect(isReplayDue).toBe(false);
  expect(world.seed).toBe(first.world.seed + 1);
  expect(world.pods).toBe(other.pods);
});
