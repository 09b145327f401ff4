import { expect, test } from 'vitest';
import { placeAfterGroups } from './use-apply-groups.ts';

const needs = { needs: ['hostId'] } as const;
const accepts = { accepts: ['hostId'] } as const;

const PODS = '/setting/mon/pod-list';
test.each([
  [needs, '/mon/pod-list', { hostId: '7' }, null],
  [needs, '/mon/pod-list', { hostId: '9', q: 'a' }, { path: '/mon/summary', search: {} }],
  [accepts, PODS, { hostId: '7' }, null],
  [accepts, PODS, {}, null],
  [accepts, PODS, { hostId: '9', q: 'a' }, { path: PODS, search: { q: 'a' } }],
  [{}, '/main', { hostId: '9' }, null],
])('a route with %j at %s with %j navigates to %j', (route, path, search: Record<string, string>, place) =>
  expect(placeAfterGroups(route, { path, search }, [7, 8])).toEqual(place),
);
