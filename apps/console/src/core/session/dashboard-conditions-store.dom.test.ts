import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { defaultExpandOptions } from '@gwanje/domain/dashboard/options';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CONDITIONS_KEY,
  conditionsFor,
  EXPAND_KEY,
  onEnterMain,
  readDashboard,
  resetDashboard,
  setConditions,
  setExpandOptions,
  useDashboard,
} from './dashboard-conditions-store.ts';

const chosen = { ...defaultConditions, objectType: 'node', groupBy: 'cluster' } as const;
const folded = { ...defaultExpandOptions, isAzureExpand: false };

beforeEach(() => {
  window.sessionStorage.clear();
  setConditions(chosen);
  setExpandOptions(folded);
});
afterEach(() => vi.restoreAllMocks());

function loadedBy(type: 'navigate' | 'reload' | 'back_forward'): void {
  Object.defineProperty(performance, 'getEntriesByType', { value: () => [{ type }], configurable: true });
}

const isReset = () => useDashboard.getState().conditions.objectType === 'pod';

test('the choices are stored for the browser session', () => {
  expect(readDashboard()).toEqual({ conditions: chosen, expand: folded });
  expect(window.localStorage).toHaveLength(0);
});

test('a reset applies and stores the defaults', () => {
  resetDashboard();
  const defaults = { conditions: defaultConditions, expand: defaultExpandOptions };
  expect(useDashboard.getState()).toEqual(defaults);
  expect(readDashboard()).toEqual(defaults);
});

test.each(['', '{', 'null', '[]', '{"objectType":"planet","sortBy":7}'])(
  'stored choices such as %j become the defaults',
  (text) => {
    window.sessionStorage.setItem(CONDITIONS_KEY, text);
    window.sessionStorage.setItem(EXPAND_KEY, text);
    expect(readDashboard()).toEqual({ conditions: defaultConditions, expand: defaultExpandOptions });
  },
);

test('the address overrides the session', () => {
  expect(conditionsFor({ groupBy: 'none' })).toEqual({ ...chosen, groupBy: 'none' });
  expect(conditionsFor({})).toEqual(chosen);
});

describe('entering main', () => {
  test.each([
    ['from another route', 'navigate', 'alarmList', true],
    ['from another route, after an earlier reload', 'reload', 'alarmList', true],
    ['from main itself', 'navigate', 'main', false],
    ['by a reload', 'reload', null, false],
    ['by typing its address', 'navigate', null, true],
  ] as const)('%s: loaded by %s, before it %s: reset %s', (_what, type, from, expected) => {
    loadedBy(type);
    onEnterMain(from);
    expect(isReset()).toBe(expected);
    expect(useDashboard.getState().expand.isAzureExpand).toBe(expected);
  });
});
