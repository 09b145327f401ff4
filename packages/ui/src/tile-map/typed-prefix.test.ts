import { expect, it } from 'vitest';
import { TypedPrefix } from './typed-prefix.ts';

it('joins keys typed without a pause, restarts after one, and ignores keys that are no characters', () => {
  const typed = new TypedPrefix();
  expect(typed.take('a', 0)).toBe('a');
  expect(typed.take('p', 300)).toBe('ap');
  expect(typed.take('ArrowDown', 400)).toBeUndefined();
  expect(typed.take('i', 1000)).toBe('api');
  expect(typed.take('c', 2000)).toBe('c');
  typed.clear();
  expect(typed.take('x', 2100)).toBe('x');
});
