import { beforeEach, expect, it } from 'vitest';
import { recentPlaces, rememberPlace } from './recent-places.ts';

const KEY = 'recentPlaces.7';

beforeEach(() => window.localStorage.clear());

it('the last opened place comes first, without duplicates, up to the limit', () => {
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) rememberPlace(7, { kind: 'page', path: `/${at}` });
  const paths = recentPlaces(7).map((place) => (place.kind === 'page' ? place.path : ''));
  expect(paths).toEqual(['/3', '/9', '/8', '/7', '/6', '/5', '/4', '/2']);
});

it('each user of the browser has separate places', () => {
  rememberPlace(7, { kind: 'page', path: '/main' });
  expect(recentPlaces(8)).toEqual([]);
});

it('the state of an object is not stored', () => {
  const place = { hostId: 2, clusterName: 'c', namespace: 'n', parentName: null, parentId: null };
  const state = { monResult: 'critical', deletedAt: '2026-01-01T00:00:00.000Z' } as const;
  const found = { kind: 'pod', id: 1, name: 'p', ...place, ...state } as const;
  rememberPlace(7, { kind: 'object', found });
  expect(recentPlaces(7)).toEqual([
    { kind: 'object', found: { ...found, monResult: null, deletedAt: null } },
  ]);
});

it.each([
  'not json',
  '{}',
  '[{"kind":"page","path":"https://evil.example"}]',
  '[{"kind":"object","found":{}}]',
])('an invalid stored list (%s) is dropped', (text) => {
  window.localStorage.setItem(KEY, text);
  expect(recentPlaces(7)).toEqual([]);
});
