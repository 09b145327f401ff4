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

/** Returns true if the key was kept from the page. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  return !field.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
}

test('collects typed letters in order, and Backspace removes the last one', () => {
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
])('%s %j reaches the page', (key, more) => {
  expect(press(key, more)).toBe(false);
  expect(behind).toEqual([key]);
  expect(keys.take()).toBe('');
});

test('ignores Enter, and Escape cancels', () => {
  expect(press('Enter')).toBe(true);
  expect(onEscape).not.toHaveBeenCalled();
  expect(press('Escape')).toBe(true);
  expect(onEscape).toHaveBeenCalledTimes(1);
  expect(behind).toEqual([]);
});

test('take() returns the text once, and later keys reach the page', () => {
  press('a');
  expect(keys.take()).toBe('a');
  expect(press('b')).toBe(false);
  expect(keys.take()).toBe('');
});

test('stops after a click and keeps the collected text', () => {
  press('a');
  field.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(press('b')).toBe(false);
  expect(keys.take()).toBe('a');
});
