import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gathering } from './gathering.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Whether the next group may begin. */
function begin(gathering: Gathering): { readonly hasBegun: boolean } {
  const group = { hasBegun: false };
  void Promise.resolve(gathering.wait()).then(() => {
    group.hasBegun = true;
  });
  return group;
}

it('begins a group at once when none has begun for a while', async () => {
  const gathering = new Gathering(200);
  for (let group = 0; group < 3; group++) {
    const begun = begin(gathering);
    await setImmediate();
    expect(begun.hasBegun).toBe(true);
    vi.advanceTimersByTime(200);
  }
});

it('begins the next group some time after the previous one began', async () => {
  const gathering = new Gathering(200);
  await gathering.wait();
  vi.advanceTimersByTime(50);
  const next = begin(gathering);
  vi.advanceTimersByTime(149);
  await setImmediate();
  expect(next.hasBegun).toBe(false);
  vi.advanceTimersByTime(1);
  await setImmediate();
  expect(next.hasBegun).toBe(true);
});

it.each(['before', 'while'])('waits no longer when it is hurried %s it waits', async (when) => {
  const gathering = new Gathering(200);
  await gathering.wait();
  if (when === 'before') gathering.hurry();
  const hurried = begin(gathering);
  if (when === 'while') gathering.hurry();
  await setImmediate();
  expect(hurried.hasBegun).toBe(true);
  const next = begin(gathering);
  await setImmediate();
  expect(next.hasBegun).toBe(false);
});

it('never waits after it was stopped', async () => {
  const gathering = new Gathering(200);
  await gathering.wait();
  const waiting = begin(gathering);
  gathering.stop();
  const next = [begin(gathering), begin(gathering)];
  await setImmediate();
  expect([waiting, ...next].map(({ hasBegun }) => hasBegun)).toEqual([true, true, true]);
});
