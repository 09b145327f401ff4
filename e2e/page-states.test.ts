import { expect, test } from 'vitest';
import { stack, useBrowser } from './support/browser.ts';
import {
  addressOf,
  type Ids,
  MONITORING,
  ONE_PER_COMPONENT,
  type Route,
  SETTINGS,
} from './support/routes.ts';
import { PAGE_STATES, stubServer } from './support/stub-server.ts';

/*
 * One page of each component with answers made from the schemas of the calls, without a server: all calls pending and then failed,
 * all lists empty, rows of a cluster that does not answer, deleted objects. The tests of the features check the content.
 */

const { visitor } = useBrowser();
const REFUSED = { expectErrors: /Failed to load/, isNewProfile: true };
/** Every id is 1. */
const IDS = new Proxy({}, { get: () => 1 }) as Ids;

/** Pages without a loading state: their data was loaded before they open. */
const LOADED = ['/setting/alarm/volume-item', '/setting/alarm/pvc-item', '/setting/group/sub'];
/** They show their fields at once. */
const FORMS = ['/setting/host/cluster-create', '/setting/user/registration'];
/** Pages that call nothing. */
const STATIC = ['/maintenance', '/no-such-page'];
/** Settings pages that only read, or that change only selected rows. */
const READING = /^\/setting\/(audit|personal-data|mon\/(?!cluster|event)[\w-]+)$/;
const OBJECT_LISTS = /^\/setting\/mon\/(?!event)[\w-]+-list$/;

interface Situation {
  readonly rowCnt?: 0 | 1;
  /** Fields of the cluster's state. */
  readonly cluster?: object;
  /** Fields of the object of the address. */
  readonly object?: object;
  readonly viewedBy?: object;
}

function without(...paths: readonly string[]): Route[] {
  return ONE_PER_COMPONENT.filter(({ path }) => ![...STATIC, ...paths].includes(path));
}

function checkedPage({ path, ids = [] }: Route) {
  const isOfMonitored = path.startsWith('/mon/') && ids.includes('hostId');
  return {
    path,
    address: addressOf(path, IDS, ids),
    isOfMonitored,
    isOfCluster: isOfMonitored && ids.length === 1,
    isReading: READING.test(path),
    hasRows: OBJECT_LISTS.test(path),
  };
}

/** Opens the pages in one window. The window is loaded again for each situation, so that nothing is cached. */
async function lacksOf(
  state: 'failing' | 'empty' | 'stale' | 'readOnly' | 'deleted',
  situation: Situation,
  routes: readonly Route[],
): Promise<string[]> {
  const { page, context } = await visitor(REFUSED);
  await context.addInitScript({ content: stubServer() });
  await page.goto(`${stack().consoleUrl}/readyz`);
  await page.evaluate(
    `sessionStorage.setItem('stubbedSituation', ${JSON.stringify(JSON.stringify(situation))})`,
  );
  await page.goto(`${stack().consoleUrl}/maintenance`);
  await page.evaluate(PAGE_STATES);
  return page.evaluate<string[]>(`pageStates('${state}', ${JSON.stringify(routes.map(checkedPage))})`);
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

test('every page shows a loading state, and offers a retry when its requests fail', async () => {
  expect(await lacksOf('failing', {}, without(...FORMS, ...LOADED))).toEqual([]);
});

test('every page shows a text for an empty list and for an agent that never sent data', async () => {
  const isAlarmItem = /^\/setting\/alarm\/(?!cluster)\w+-item$/;
  const routes = without(...FORMS, ...LOADED).filter(({ path }) => !isAlarmItem.test(path));
  expect(await lacksOf('empty', { rowCnt: 0, cluster: { dataAt: null } }, routes)).toEqual([]);
});

test('every page shows its content, the age of old data, an unreachable cluster, and its actions', async () => {
  const old = { isStale: true, dataAt: minutesAgo(14) };
  const situation = { cluster: { ...old, isApiReachable: false }, object: old };
  expect(await lacksOf('stale', situation, without())).toEqual([]);
});

test('no page offers a change to an admin who views as another user', async () => {
  const viewedBy = { userNo: 9, userId: 'key', name: '대표' };
  const routes = without().filter(({ path }) => path.startsWith('/setting') || path === '/alarm-list');
  expect(
    await lacksOf('readOnly', { viewedBy }, [
      ...routes,
      ...SETTINGS.filter(({ path }) => OBJECT_LISTS.test(path)),
    ]),
  ).toEqual([]);
});

test('the page of a deleted object shows when it was deleted, and links to a node of the same name', async () => {
  const object = { deletedAt: minutesAgo(14), sameNameNodeIdList: [2] };
  const routes = MONITORING.filter(({ path, ids = [] }) => path.endsWith('/summary') && ids.length === 2);
  expect(await lacksOf('deleted', { object }, routes)).toEqual([]);
});
