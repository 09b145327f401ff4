import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuseWhileReadOnly } from './read-only-guard.ts';

const alert = vi.fn();
beforeEach(() => vi.stubGlobal('alert', alert));
afterEach(() => {
  vi.unstubAllGlobals();
  alert.mockClear();
});

test.each([
  ['by default', () => refuseWhileReadOnly()],
  ['where the form says so', () => refuseWhileReadOnly(true)],
])("%s a change is refused with the browser's own alert", (_what, guard) => {
  expect(guard()).toBe(true);
  expect(alert.mock.calls).toEqual([['변경이 불가합니다.']]);
});

test('a form that may be changed is left alone', () => {
  expect(refuseWhileReadOnly(false)).toBe(false);
  expect(alert).not.toHaveBeenCalled();
});
