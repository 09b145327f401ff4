import type { ListPage } from '@gwanje/contract/definition/columns';
import { kinds } from '@gwanje/kinds/registry';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listComputedRows } from '../../platform/store/list-repository.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import type { ListQuery, Row } from '../list-types.ts';
import { LiveState } from '../live-state.ts';
import { naiveList } from '../testing/naive-list.ts';
import { NOW_MS, podLife, podOf } from '../testing/states.ts';

type Request = Pick<ListQuery<'pod'>, 'filter' | 'orderBy' | 'pageNo' | 'pageCnt'>;

const page = { pageNo: 1, pageCnt: 10 };
const live = threePods();
const hostIds = new Set([1]);
const everything = live.list('pod', { hostIds, nowMs: NOW_MS, ...page }).list;

function threePods(): LiveState {
  const state = new LiveState();
  state.setCluster({ hostId: 1, name: 'seoul', subGroupId: 5 });
  state.recordContact(1, { atMs: NOW_MS });
  const pods = [
    podOf({ name: 'Beta', phase: 'Running', ownerName: 'web', cpuRequestCores: 2, restartCnt: 1 }),
    podOf({ name: 'alpha', phase: 'Failed', ownerName: null, cpuRequestCores: -1, restartCnt: 1 }),
    podOf({ name: 'gamma', phase: 'Running', ownerName: 'api', cpuRequestCores: 10, restartCnt: 0 }),
  ];
  for (const [at, pod] of pods.entries()) {
    const createdAtMs = at === 2 ? null : NOW_MS - at * 60_000;
    state.putPod(1, 11 + at, pod, [], { ...podLife, isMonitored: at !== 1, createdAtMs });
  }
  return state;
}

/** Both sources of lists follow the same rules for filter, order, page and count. */
describeWithSharedApp('the sources of lists', (app) => {
  const sources = {
    'live columns': async (request: Request) => live.list('pod', { hostIds, nowMs: NOW_MS, ...request }),
    database: (request: Request) => listComputedRows(app().db, kinds.pod.columns, everything, request),
  };

  async function bothList(request: Partial<Request>): Promise<string> {
    const answers = await Promise.all(Object.values(sources).map((list) => list({ ...page, ...request })));
    const [first, ...others] = answers.map(asText);
    for (const other of others) expect(other).toBe(first);
    return first ?? '';
  }

  it.each<[string, Request['filter'], string]>([
    ['part of a text in any case', { name: 'ET' }, '1: Beta'],
    ['one of several texts', { name: ['alpha', 'gamma', 'Alph'] }, '2: alpha gamma'],
    ['a choice', { phase: 'Failed' }, '1: alpha'],
    ['one of several choices', { phase: ['Failed', 'Running'] }, '3: Beta alpha gamma'],
    ['a number range, which contains no unset value', { cpuRequestCores: { max: 9 } }, '1: Beta'],
    ['a range without bounds', { cpuRequestCores: {} }, '3: Beta alpha gamma'],
    ['a time range', { createdAt: { to: new Date(NOW_MS - 1).toISOString() } }, '1: alpha'],
    ['a flag', { isMonitored: false }, '1: alpha'],
    ['an id', { podId: [12, 99] as never }, '1: alpha'],
    ['several columns', { isMonitored: true, cpuRequestCores: { min: 3 } }, '1: gamma'],
  ])('filter by %s', async (_what, filter, expected) => {
    expect(await bothList({ filter })).toBe(expected);
  });

  it.each<[NonNullable<Request['orderBy']>, string]>([
    [[], '3: Beta alpha gamma'],
    [['name'], '3: alpha Beta gamma'],
    [['-name'], '3: gamma Beta alpha'],
    [['cpuRequestCores'], '3: Beta gamma alpha'],
    [['-cpuRequestCores'], '3: gamma Beta alpha'],
    [['ownerName'], '3: gamma Beta alpha'],
    [['-ownerName'], '3: Beta gamma alpha'],
    [['phase'], '3: alpha Beta gamma'],
    [['createdAt'], '3: alpha Beta gamma'],
    [['-createdAt'], '3: Beta alpha gamma'],
    [['restartCnt'], '3: gamma Beta alpha'],
    [['-restartCnt'], '3: alpha Beta gamma'],
    [['-restartCnt', 'name'], '3: alpha Beta gamma'],
  ])('sort by %s, with absent values last', async (orderBy, expected) => {
    expect(await bothList({ orderBy })).toBe(expected);
  });

  it('return the requested page, and an empty one past the end, both with the total', async () => {
    expect(await bothList({ orderBy: ['name'], pageNo: 2, pageCnt: 2 })).toBe('3: gamma');
    expect(await bothList({ orderBy: ['name'], pageNo: 9, pageCnt: 2 })).toBe('3: ');
  });

  it('agree with a plain list for any order of columns', async () => {
    const keys = Object.keys(kinds.pod.columns) as (keyof Row<'pod'> & string)[];
    const terms = fc.constantFrom(...keys.flatMap((key) => [key, `-${key}`] as const));
    await fc.assert(
      fc.asyncProperty(fc.array(terms, { maxLength: 3 }), async (orderBy) => {
        const expected = naiveList('pod', everything, { filter: {}, orderBy, ...page }).list;
        expect(await bothList({ orderBy })).toBe(
          `${expected.length}: ${expected.map(({ name }) => name).join(' ')}`,
        );
      }),
      { numRuns: 40 },
    );
  });
});

function asText({ totalCnt, list }: ListPage<Row<'pod'>>): string {
  return `${totalCnt}: ${list.map(({ name }) => name).join(' ')}`;
}
