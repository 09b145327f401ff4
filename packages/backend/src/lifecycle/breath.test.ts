import { expect, onTestFinished, test, vi } from 'vitest';
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
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const breath = new Breath(1);
  setImmediate(() => vi.advanceTimersByTime(50));
  vi.advanceTimersByTime(5);
  await breath.take();
  expect(breath.busyMs).toBe(5);
  vi.advanceTimersByTime(2);
  expect(breath.busyMs).toBe(7);
});

function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}
