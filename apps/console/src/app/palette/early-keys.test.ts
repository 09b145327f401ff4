// @vitest-environment jsdom
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

/** Whether the page behind was kept from doing anything with it. */
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
])('%s %j is left alone', (key, more) => {
  expect(press(key, more)).toBe(false);
  expect(behind).toEqual([key]);
  expect(keys.take()).toBe('');
});

test('Enter does nothing behind, Escape gives up', () => {
  expect(press('Enter')).toBe(true);
  expect(onEscape).not.toHaveBeenCalled();
  expect(press('Escape')).toBe(true);
  expect(onEscape).toHaveBeenCalledTimes(1);
  expect(behind).toEqual([]);
});

test('once taken, keys go where they belong, and nothing is taken twice', () => {
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
