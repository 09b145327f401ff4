import { newSecret } from '@gwanje/backend/identity/tokens';
import { describe, expect, test } from 'vitest';
import { isStateOf, newState } from './browser-binding.ts';

describe('a state of single sign-on', () => {
  const secret = newSecret();

  test('is accepted from the browser that started it, and is unique', () => {
    const [first, second] = [newState(secret), newState(secret)];
    expect(isStateOf(first, secret)).toBe(true);
    expect(isStateOf(second, secret)).toBe(true);
    expect(first).not.toBe(second);
  });

  test('is refused from another browser, or one without the cookie', () => {
    expect(isStateOf(newState(secret), newSecret())).toBe(false);
    expect(isStateOf(newState(secret), undefined)).toBe(false);
  });

  test.each([undefined, null, 12, '', '.', 'a.b', ['x'], `${'a'.repeat(43)}.${'a'.repeat(43)}`, '\u0000'])(
    'with another format is refused: %j',
    (state) => expect(isStateOf(state, secret)).toBe(false),
  );
});
