import { describe, expect, it } from 'vitest';
import {
  type AddressVerdict,
  areFound,
  checkAddress,
  type KnownClusters,
  staysAfterInvalidAddress,
  type Target,
} from './address.ts';

const known = (...hostIds: number[]) => hostIds;
const failed = null;
const PATH = '/page';

const main = {};
const summary = { needs: ['hostId'], worksWithoutClusters: true } as const;
const list = { needs: ['hostId'] } as const;
const pod = { needs: ['hostId', 'podId'] } as const;
const subGroup = { needs: ['subGroupId'] } as const;
const subList = { accepts: ['metaGroupId'] } as const;
const settings = { accepts: ['hostId'] } as const;

const allow = { kind: 'open' } as const;
const invalid = { kind: 'invalidAddress' } as const;
const first = (search: Record<string, string>) => ({ kind: 'redirect', path: PATH, search }) as const;
const leave = (path: string) => ({ kind: 'redirect', path, search: {} }) as const;
const lookUp = (hostId: number | undefined, name: 'podId' | 'subGroupId', id: number) =>
  ({ kind: 'lookUp', ids: { hostId, objects: [{ name, id }] } }) as const;

const ofNoCluster = lookUp(undefined, 'subGroupId', 4);

type Row = [
  behaviour: string,
  route: Omit<Target['route'], 'name'>,
  search: Record<string, string>,
  clusters: KnownClusters,
  fromPath: string | null,
  verdict: AddressVerdict,
];

const malformed = (hostId: string): Row => {
  return [`hostId '${hostId}' is malformed`, list, { hostId }, known(7), null, first({ hostId: '7' })];
};

const rows: Row[] = [
  ['a page without ids opens', main, {}, known(7, 8), null, allow],
  ['a page without ids ignores a hostId', main, { hostId: 'x' }, known(7), '/mon', allow],
  ['a page without ids opens without clusters', main, {}, known(), null, allow],

  ['a missing hostId becomes the first cluster', list, {}, known(7, 8), '/main', first({ hostId: '7' })],
  ['the query stays', list, { q: 'a', hostId: '' }, known(7), null, first({ q: 'a', hostId: '7' })],
  ...['0', '01', '-1', '+1', '1.0', '1e1', ' 1', 'x', '１'].map(malformed),
  ['a hostId in the list opens', list, { hostId: '8' }, known(7, 8), null, allow],
  ['a hostId larger than any id is invalid', list, { hostId: '99999999999' }, known(7), '/main', invalid],
  ['it is invalid without the list too', list, { hostId: '99999999999' }, failed, '/main', invalid],
  ['an unknown hostId is invalid', list, { hostId: '9' }, known(7, 8), '/main', invalid],
  ['the summary gets the first cluster', summary, {}, known(7), '/main', first({ hostId: '7' })],
  ['an unknown hostId on the summary is invalid', summary, { hostId: '9' }, known(7), '/main', invalid],

  ['without clusters the summary opens', summary, {}, known(), '/main', allow],
  ['without clusters the summary opens with any hostId', summary, { hostId: '9' }, known(), null, allow],
  ['without clusters a list goes to /', list, {}, known(), '/main', leave('/')],
  ['without clusters a first load goes to /', list, {}, known(), null, leave('/')],
  ['without clusters /mon goes to the summary', list, {}, known(), '/mon/summary', leave('/mon/summary')],
  ['the path /mon counts as a page under /mon', pod, { hostId: '1' }, known(), '/mon', leave('/mon/summary')],
  ['the path /monitor is not under /mon', list, {}, known(), '/monitor', leave('/')],

  ['if the list failed to load, a page with hostId opens', list, { hostId: '7' }, failed, '/main', allow],
  ['if the list failed to load, a page without hostId opens', list, {}, failed, null, allow],
  ['without the list a malformed podId is invalid', pod, { hostId: '7', podId: 'x' }, failed, null, invalid],

  ['well-formed ids are looked up', pod, { hostId: '7', podId: '3' }, known(7), null, lookUp(7, 'podId', 3)],
  ['a missing hostId beside a second id is invalid', pod, { podId: '3' }, known(7), '/main', invalid],
  ['a malformed hostId beside it is invalid', pod, { hostId: '07', podId: '3' }, known(7), '/main', invalid],
  ['an unknown hostId beside it is invalid', pod, { hostId: '9', podId: '3' }, known(7), '/main', invalid],
  ['a missing second id is invalid', pod, { hostId: '7' }, known(7), '/main', invalid],
  ['a malformed second id is invalid', pod, { hostId: '7', podId: '1e1' }, known(7), '/main', invalid],

  ['an id of no cluster is looked up', subGroup, { subGroupId: '4' }, known(), null, ofNoCluster],
  ['a missing id of no cluster is invalid', subGroup, {}, known(7), null, invalid],
  ['an optional id may be absent', subList, {}, known(7), null, allow],
  ['a malformed optional id is invalid', subList, { metaGroupId: '0' }, known(7), null, invalid],
  ['a page with an optional id opens', subList, { metaGroupId: '2' }, known(7), null, allow],
  ['an optional hostId may be absent', settings, {}, known(7), null, allow],
  ['a page with a known optional hostId opens', settings, { hostId: '7' }, known(7), null, allow],
  ['an unknown optional hostId is invalid', settings, { hostId: '9' }, known(7), '/main', invalid],
  ['an optional hostId without clusters is invalid', settings, { hostId: '9' }, known(), '/main', invalid],
  ['without the list any optional hostId opens', settings, { hostId: '9' }, failed, '/main', allow],
];

describe('checkAddress', () => {
  it.each(rows)('%s', (_behaviour, route, search, clusters, fromPath, verdict) => {
    const target = { path: PATH, search, route: { name: 'page', ...route } };
    const given = checkAddress(target, fromPath, clusters);
    expect(given.kind === 'unknownCluster' ? given.otherwise : given).toEqual(verdict);
  });

  it.each([
    ['needs', [1, 2]],
    ['accepts', [1, 2]],
    ['needs', []],
  ] as const)(
    'a cluster that a page %s and that is not among %j may be in another group',
    (how, clusters) => {
      const target = { path: PATH, search: { hostId: '9' }, route: { name: 'page', [how]: ['hostId'] } };
      expect(checkAddress(target, '/main', clusters)).toMatchObject({ kind: 'unknownCluster', hostId: 9 });
    },
  );
});

describe('areFound', () => {
  const ids = { hostId: 7, objects: [{ name: 'podId', id: 3 }] } as const;

  it.each([
    ['an object of the cluster is valid', [{ kind: 'found', hostId: 7 }], true],
    ['an object of another cluster is invalid', [{ kind: 'found', hostId: 8 }], false],
    ['an object without a cluster is valid', [{ kind: 'found', hostId: undefined }], true],
    ['an unknown object is invalid', [{ kind: 'unknown' }], false],
    ['an object whose request failed counts as valid', [{ kind: 'unreachable' }], true],
    ['a valid and an unknown one are invalid', [{ kind: 'found', hostId: 7 }, { kind: 'unknown' }], false],
  ] as const)('%s', (_behaviour, answers, isFound) => expect(areFound(ids, answers)).toBe(isFound));
});

describe('after an invalid address', () => {
  it.each([
    [null, false],
    ['/', false],
    ['/main', true],
    ['/mon/summary', true],
  ] as const)('coming from %s the page stays: %s', (fromPath, stays) =>
    expect(staysAfterInvalidAddress(fromPath)).toBe(stays),
  );
});
