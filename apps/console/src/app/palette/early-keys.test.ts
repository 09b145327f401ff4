import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catchKeys } from './early-keys.ts';

let field: HTMLInputElement;
let behind: string[];
let keys: ReturnType<typeof catchKeys>;
const onEscape = vi.fn();

beforeEach(() => {
  behind = [];
  field = document.body.appendChild(document.createElement('input'));
  field.addEventListener('keydown', ({ key }) => behind.push(key));
  keys = catchKeys(onEscape);
});
afterEach(() => {
  keys.stop();
  field.remove();
  vi.clearAllMocks();
});

/** Returns whether the page behind was prevented from handling the key. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  return !field.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
}

test('typed letters are caught in order; Backspace removes the last', () => {
  for (const key of ['b', 'u', 'Backspace', 'Backspace', 'Backspace', '부', 'A', ' '])
    expect(press(key)).toBe(true);
  expect(behind).toEqual([]);
  expect(keys.take()).toBe('부A ');
});

test.each([
  ['k', { ctrlKey: true }],
  ['Process', {}],
  ['ㅂ', { isComposing: true }],
  ['Tab', {}],
  ['Shift', {}],
])('%s %j is not caught', (key, more) => {
  expect(press(key, more)).toBe(false);
  expect(behind).toEqual([key]);
  expect(keys.take()).toBe('');
});

test('Enter is ignored and Escape cancels', () => {
  expect(press('Enter')).toBe(true);
  expect(onEscape).not.toHaveBeenCalled();
  expect(press('Escape')).toBe(true);
  expect(onEscape).toHaveBeenCalledTimes(1);
  expect(behind).toEqual([]);
});

test('once taken, later keys are not caught, and nothing is taken twice', () => {
  press('a');
  expect(keys.take()).toBe('a');
  expect(press('b')).toBe(false);
  expect(keys.take()).toBe('');
});

test('a click stops catching keys', () => {
  press('a');
  field.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(press('b')).toBe(false);
  expect(keys.take()).toBe('a');
});
