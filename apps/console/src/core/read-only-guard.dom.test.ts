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
  ['if the form is read-only', () => refuseWhileReadOnly(true)],
])('%s, a change is refused with a browser alert', (_what, guard) => {
  expect(guard()).toBe(true);
  expect(alert.mock.calls).toEqual([['변경이 불가합니다.']]);
});

test('a change of a form in edit mode is allowed', () => {
  expect(refuseWhileReadOnly(false)).toBe(false);
  expect(alert).not.toHaveBeenCalled();
});
