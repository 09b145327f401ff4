import { expect, test } from 'vitest';
import { Breath } from './breath.ts';

test('long work lets others in between', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  const breath = new Breath(1);
  for (let part = 0; part < 5; part++) {
    work(2);
    await breath.take();
  }
  clearImmediate(waiting);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('short work is done at once', async () => {
  let turns = 0;
  const waiting = setImmediate(() => turns++);
  const breath = new Breath(60_000);
  for (let part = 0; part < 1000; part++) await breath.take();
  expect(turns).toBe(0);
  clearImmediate(waiting);
});

test('pauses do not count as work', async () => {
  const breath = new Breath(1);
  const others = setImmediate(() => work(50));
  work(5);
  await breath.take();
  clearImmediate(others);
  expect(breath.busyMs).toBeGreaterThanOrEqual(5);
  expect(breath.busyMs).toBeLessThan(50);
});

function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}
