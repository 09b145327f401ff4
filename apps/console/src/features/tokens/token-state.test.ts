import { expect, test } from 'vitest';
import { tokenState } from './token-state.ts';

const expiresAt = '2026-03-02T00:00:00.000Z';
const atMs = Date.parse(expiresAt);

test('a token is active until it expires or is revoked', () => {
  expect(tokenState({ expiresAt, revokedAt: null }, atMs - 1)).toBe('active');
  expect(tokenState({ expiresAt, revokedAt: null }, atMs)).toBe('expired');
  expect(tokenState({ expiresAt, revokedAt: expiresAt }, atMs - 1)).toBe('revoked');
});
