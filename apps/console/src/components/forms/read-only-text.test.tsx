import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ReadOnlyText } from './read-only-text.tsx';

afterEach(cleanup);

test.each([
  ['someone@example.test', 'someone@example.test'],
  ['', '(필드 값 없음)'],
  [null, '(필드 값 없음)'],
])('a read-only field with the value %j shows %s', (value, shown) => {
  render(<ReadOnlyText label="이메일" value={value} />);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '이메일' }).value).toBe(shown);
});

test('typing in a read-only field shows an alert', async () => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  render(<ReadOnlyText label="이름" value="이전" />);
  await userEvent.type(screen.getByRole('textbox'), 'a');
  expect(alert.mock.calls).toEqual([['변경이 불가합니다.']]);
  alert.mockRestore();
});
