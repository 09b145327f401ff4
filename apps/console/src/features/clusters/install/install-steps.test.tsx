import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../cluster-messages.ts';
import { LocalUrlWarning } from './install-steps.tsx';

afterEach(cleanup);

test('a server address that other machines cannot reach is warned of, with the setting that changes it', () => {
  render(<LocalUrlWarning serverUrl="http://localhost:4100" />);
  const { textContent } = screen.getByRole('note');
  expect(textContent).toContain('http://localhost:4100');
  expect(textContent).toContain('GWANJE_PUBLIC_URL');
});

test('another address is not warned of', () => {
  render(<LocalUrlWarning serverUrl="https://gwanje.example.com" />);
  expect(screen.queryByRole('note')).toBeNull();
});
