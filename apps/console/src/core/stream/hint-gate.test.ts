import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hintGate } from './hint-gate.ts';

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function opened() {
  const fire = vi.fn();
  return { fire, gate: hintGate(5000, fire) };
}

test('the first hint refreshes at once, and the hints after it cause one refresh five seconds later', () => {
  const { fire, gate } = opened();
  gate.hint();
  vi.advanceTimersByTime(0);
  expect(fire).toHaveBeenCalledTimes(1);
  for (let hints = 0; hints < 100; hints++) gate.hint();
  vi.advanceTimersByTime(4999);
  expect(fire).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(fire).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(fire).toHaveBeenCalledTimes(2);
});

test('a hidden page refreshes once when it becomes visible again', () => {
  const { fire, gate } = opened();
  isHidden = true;
  gate.hint();
  gate.hint();
  vi.advanceTimersByTime(60_000);
  expect(fire).not.toHaveBeenCalled();
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(0);
  expect(fire).toHaveBeenCalledTimes(1);
});

test('a closed gate ignores hints', () => {
  const { fire, gate } = opened();
  gate.hint();
  gate.close();
  vi.advanceTimersByTime(60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(fire).not.toHaveBeenCalled();
});
