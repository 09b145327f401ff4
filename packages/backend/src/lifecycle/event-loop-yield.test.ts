import { expect, onTestFinished, test, vi } from 'vitest';
import { EventLoopYield } from './event-loop-yield.ts';

test('long work lets other callbacks run in between', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  const eventLoop = new EventLoopYield(1);
  for (let part = 0; part < 5; part++) {
    work(2);
    await eventLoop.yieldIfDue();
  }
  clearImmediate(waiting);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('short work does not yield', async () => {
  let turns = 0;
  const waiting = setImmediate(() => turns++);
  const eventLoop = new EventLoopYield(60_000);
  for (let part = 0; part < 1000; part++) await eventLoop.yieldIfDue();
  expect(turns).toBe(0);
  clearImmediate(waiting);
});

test('the time of a yield does not count as work', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const eventLoop = new EventLoopYield(1);
  setImmediate(() => vi.advanceTimersByTime(50));
  vi.advanceTimersByTime(5);
  await eventLoop.yieldIfDue();
  expect(eventLoop.busyMs).toBe(5);
  vi.advanceTimersByTime(2);
  expect(eventLoop.busyMs).toBe(7);
});

function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}
