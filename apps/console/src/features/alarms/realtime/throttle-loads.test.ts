import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttleLoads } from './throttle-loads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first request loads at once, and the requests after it cause one load five seconds later', () => {
  const load = vi.fn();
  const loads = throttleLoads(5000, load);
  loads.request();
  vi.advanceTimersByTime(0);
  expect(load).toHaveBeenCalledTimes(1);
  for (let cnt = 0; cnt < 100; cnt++) loads.request();
  vi.advanceTimersByTime(4999);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('after the close a waiting request does not load', () => {
  const load = vi.fn();
  const loads = throttleLoads(5000, load);
  loads.request();
  loads.close();
  vi.advanceTimersByTime(60_000);
  expect(load).not.toHaveBeenCalled();
});
