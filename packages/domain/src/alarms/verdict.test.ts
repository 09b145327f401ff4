import { expect, test } from 'vitest';
import { verdictOf } from './verdict.ts';

const both = { warning: 80, critical: 90, recoveryMargin: 5 };
test.each([
  [90, 'above', both, 'critical'],
  [80, 'above', both, 'warning'],
  [79.9, 'above', both, 'between'],
  [75, 'above', both, 'between'],
  [74.9, 'above', both, 'ok'],
  [86, 'above', { ...both, warning: null }, 'between'],
  [84, 'above', { ...both, warning: null }, 'ok'],
  [1, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'critical'],
  [7, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'warning'],
  [8, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'between'],
  [Number.POSITIVE_INFINITY, 'below', { warning: 7, critical: 2, recoveryMargin: 1 }, 'ok'],
  [Number.NaN, 'above', both, 'noData'],
  [1e9, 'above', { warning: null, critical: null, recoveryMargin: 0 }, 'ok'],
] as const)('a value of %s, worse %s the threshold: %j', (value, worse, setting, verdict) => {
  expect(verdictOf(value, setting, worse)).toBe(verdict);
});
