// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReadOnlyText } from './read-only-text.tsx';

afterEach(cleanup);

test.each([
  ['someone@example.test', 'someone@example.test'],
  ['', '(필드 값 없음)'],
  [null, '(필드 값 없음)'],
])('a field of %j that may only be read says %s', (value, shown) => {
  render(<ReadOnlyText label="이메일" value={value} />);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '이메일' }).value).toBe(shown);
});
