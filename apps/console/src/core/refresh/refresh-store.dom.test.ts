import { beforeEach, expect, test } from 'vitest';
import { chooseRefresh, REFRESH_KEY, readRefresh, useRefresh } from './refresh-store.ts';

beforeEach(() => window.localStorage.clear());

test('the interval is 30 seconds by default, and a chosen interval is stored', () => {
  expect(readRefresh()).toEqual({ choice: '30s', isChosen: false });
  chooseRefresh('1m');
  expect(useRefresh.getState()).toEqual({ choice: '1m', isChosen: true });
  expect(readRefresh()).toEqual({ choice: '1m', isChosen: true });
});

test('the interval is the default if the stored value is invalid', () => {
  window.localStorage.setItem(REFRESH_KEY, '2s');
  expect(readRefresh()).toEqual({ choice: '30s', isChosen: false });
});
