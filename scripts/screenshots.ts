import { join } from 'node:path';
import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import {
  API_PREFIX,
  buildPath,
  type Endpoint,
  type ParamsIn,
  type ResponseOf,
} from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import { listDueHandovers } from '@gwanje/contract/duty/handovers';
import { listContainerNames } from '@gwanje/kinds/container/calls';
import { listNodeNames } from '@gwanje/kinds/node/calls';
import { listNodeHistory } from '@gwanje/kinds/node/history-calls';
import { listPodNames } from '@gwanje/kinds/pod/calls';
import { launchBrowser, signInAt } from '../e2e/support/launch.ts';
import { startDemo } from '../tools/demo/demo.ts';
import { buildConsole } from './console-build.ts';
import { startTemporaryStack } from './installation/temporary-stack.ts';

/**
 * `npm run screenshots`: docs/screenshots, each page in both themes, from the demo installation. Names choose pages:
 * `npm run screenshots -- duty handover`. Pages for the operators' day are also shown on a wide screen and a telephone,
 * printed ones on paper.
 */
const PAGES: Readonly<Record<string, (ids: Ids) => string>> = {
  main: () => '/main',
  'custom-main': () => '/custom-main',
  'mon-summary': ({ hostId }) => `/mon/summary?hostId=${hostId}`,
  'mon-node-list': ({ hostId }) => `/mon/node-list?hostId=${hostId}`,
  'mon-workload-list': ({ hostId }) => `/mon/workload-list?hostId=${hostId}`,
  'mon-namespace-list': ({ hostId }) => `/mon/namespace-list?hostId=${hostId}`,
  'mon-pod-list': ({ hostId }) => `/mon/pod-list?hostId=${hostId}`,
  'mon-container-list': ({ hostId }) => `/mon/container-list?hostId=${hostId}`,
  'mon-event-list': ({ hostId }) => `/mon/event-list?hostId=${hostId}`,
  'mon-pv-pvc-list': ({ hostId }) => `/mon/pv-pvc-list?hostId=${hostId}`,
  'mon-node-summary': ({ hostId, nodeId }) => `/mon/node/summary?hostId=${hostId}&nodeId=${nodeId}`,
  'mon-node-cpu': ({ hostId, nodeId }) => `/mon/node/cpu?hostId=${hostId}&nodeId=${nodeId}`,
  'mon-node-history-list': ({ hostId, nodeId }) => `/mon/node/history-list?hostId=${hostId}&nodeId=${nodeId}`,
  'mon-node-history': ({ hostId, nodeId, nodeHistoryId }) =>
    `/mon/node-history/pod-summary?hostId=${hostId}&nodeId=${nodeId}&nodeHistoryId=${nodeHistoryId}`,
  'mon-pod-summary': ({ hostId, podId }) => `/mon/pod/summary?hostId=${hostId}&podId=${podId}`,
  'mon-container-summary': ({ hostId, containerId }) =>
    `/mon/container/summary?hostId=${hostId}&containerId=${containerId}`,
  'event-list': () => '/event-list',
  'alarm-list': () => '/alarm-list',
  alarm: ({ alarmId }) => `/alarm-list?alarmId=${alarmId}`,
  search: () => '/alarm-list',
  offline: () => '/alarm-list',
  'realtime-detection': () => '/realtime-detection',
  duty: () => '/duty',
  handover: () => '/handover',
  'handover-past': () => '/handover?view=past',
  'handover-draft': ({ draft }) => `/handover?${draft}`,
  'handover-finished': ({ handoverId }) => `/handover?handoverId=${handoverId}`,
  'handover-printed': ({ handoverId }) => `/handover?handoverId=${handoverId}`,
  report: reportOfThisWeek,
  'report-printed': reportOfThisWeek,
  'my-notifications': () => '/my-notifications',
  'my-data': () => '/my-data',
  'setting-duty': () => '/setting/duty',
  'setting-report': () => '/setting/report',
  'setting-security': () => '/setting/security',
  'setting-sign-on': () => '/setting/sign-on',
  'setting-personal-data': () => '/setting/personal-data',
  'setting-alarm-cluster-item': ({ hostId }) => `/setting/alarm/cluster-item?hostId=${hostId}`,
  'setting-alarm-template': () => '/setting/alarm-template',
  'setting-mon-cluster-list': () => '/setting/mon/cluster-list',
  'setting-mon-workload-list': () => '/setting/mon/workload-list',
  'setting-mon-event-alarm-list': ({ hostId }) => `/setting/mon/event-alarm-list?hostId=${hostId}`,
  'setting-host-cluster-create': () => '/setting/host/cluster-create',
  'setting-host-agent-install': ({ hostId }) => `/setting/host/agent-install/aks?hostId=${hostId}`,
  'setting-installation': () => '/setting/installation',
  'setting-audit': () => '/setting/audit',
  'setting-access-token': () => '/setting/access-token',
  'setting-group': () => '/setting/group/meta-list',
  'setting-group-sub-list': () => '/setting/group/sub-list?metaGroupId=1',
  'setting-group-sub': () => '/setting/group/sub?subGroupId=1',
  'setting-user': () => '/setting/user',
  'setting-user-registration': () => '/setting/user/registration',
  'setting-logo': () => '/setting/logo',
  portal: () => `${stack.loginUrl}/portal`,
};
type Page = Parameters<typeof signInAt>[0];
/** What is done on a page before its pictures are taken. */
const ACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  search: searchPods,
  offline: loseServer,
  'handover-printed': showAsPrinted,
  'report-printed': showAsPrinted,
};
const OPERATORS_DAY: ReadonlySet<string> = new Set([
  'login',
  'portal',
  'main',
  'alarm-list',
  'alarm',
  'search',
  'offline',
  'realtime-detection',
  'duty',
  'handover',
  'handover-past',
  'handover-draft',
  'handover-finished',
  'report',
  'my-notifications',
  'my-data',
  'setting-duty',
  'setting-report',
  'setting-security',
  'setting-sign-on',
  'setting-personal-data',
]);
const DESKTOP = { width: 1440, height: 900 };
const OTHER_SIZES = [
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];
/** A4. The whole page is shown, without page breaks. */
const PAPER = { width: 794, height: 1123 };
const THEMES = { light: 'lightTheme', dark: 'darkTheme' } as const;
/** Charts and fonts load after the page. */
const SETTLED_MS = 1500;
const folder = join(import.meta.dirname, '../docs/screenshots');
const wanted = process.argv.slice(2);
/** Also of the service worker, which does not have the time zone of the page. */
process.env.TZ = 'Asia/Seoul';

await buildConsole();
await using stack = await startTemporaryStack({ GWANJE_DEMO: '1' });
const demo = await startDemo(stack.supervisor, {
  dataDir: stack.dataDir,
  serverPort: stack.port,
  pods: 1500,
  historySec: 26 * 3600,
});
await demo?.pastWritten;
await using browser = await launchBrowser();
let ids: Ids | undefined;
for (const [name, theme] of Object.entries(THEMES)) {
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    colorScheme: name === 'dark' ? 'dark' : 'light',
  });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await context.newPage();
  await page.goto(`${stack.loginUrl}/login`);
  if (isWanted('login')) await takePictures(page, 'login', name);
  await signInAt(page, stack, 'key', '/main', 'gwanje-demo');
  ids ??= await someIds(page.request);
  for (const [file, addressOf] of Object.entries(PAGES)) {
    if (!isWanted(file)) continue;
    await page.goto(new URL(addressOf(ids), stack.consoleUrl).href, { waitUntil: 'load' });
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await ACTIONS[file]?.(page);
    await takePictures(page, file, name);
    await context.setOffline(false);
    await page.emulateMedia({ media: null });
  }
  await context.close();
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

/** In the size of the desktop or of paper, and where the page is also shown in other sizes, in those. */
async function takePictures(page: Page, file: string, theme: string): Promise<void> {
  const isPrinted = ACTIONS[file] === showAsPrinted;
  const path = (suffix: string) => join(folder, `${file}-${theme}${suffix}.png`);
  await page.setViewportSize(isPrinted ? PAPER : DESKTOP);
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: path(''), fullPage: isPrinted });
  for (const size of OPERATORS_DAY.has(file) ? OTHER_SIZES : []) {
    await page.setViewportSize(size);
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: path(`-${size.width}`) });
  }
  await page.setViewportSize(DESKTOP);
}

/** The demo has data of the last day only, so the last week that is over has none. */
function reportOfThisWeek(): string {
  return `/report?date=${new Date().toISOString().slice(0, 10)}&metaGroupId=1`;
}

async function searchPods(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('search');
  await page.getByRole('option').filter({ hasText: 'search-' }).first().waitFor();
}

/** Shows the page of the service worker with the alarms that it stored. */
async function loseServer(page: Page): Promise<void> {
  await page.waitForFunction(
    `navigator.serviceWorker.ready.then(() => caches.match('/last-seen.json'))
       .then(async (stored) => Boolean(stored && (await stored.json()).alarms))`,
  );
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: '서버에 연결할 수 없습니다' }).waitFor();
}

async function showAsPrinted(page: Page): Promise<void> {
  // The browser sends it before it prints; the console then changes to the light theme.
  await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
  await page.emulateMedia({ media: 'print' });
}

type Requests = Page['request'];

interface Ids {
  readonly hostId: number;
  readonly nodeId: number;
  readonly podId: number;
  readonly containerId: number;
  readonly nodeHistoryId: number;
  readonly alarmId: number;
  /** The shift whose handover is a draft, as the address names it. */
  readonly draft: string;
  /** A finished handover. */
  readonly handoverId: number | null;
}

/** Ids of objects whose pages the screenshots show. */
async function someIds(request: Requests): Promise<Ids> {
  const { clusterList } = await ask(request, listClusterNames, {});
  const hostId = first(clusterList.filter(({ name }) => name === 'prod-seoul')).hostId;
  const { nodeNameList } = await ask(request, listNodeNames, { hostId });
  const { podNameList } = await ask(request, listPodNames, { hostId });
  const { containerNameList } = await ask(request, listContainerNames, { hostId });
  const pod = first(podNameList.filter(({ nodeId, name }) => nodeId !== null && name.startsWith('search-')));
  const { nodeId } = first(nodeNameList.filter((node) => node.nodeId === pod.nodeId));
  const container = first(containerNameList.filter(({ podId }) => podId === pod.podId));
  const history = await ask(request, listNodeHistory, { nodeId, pageNo: 1, pageCnt: 10 });
  const record = first(history.list.slice(2));
  const alarms = await ask(request, listAlarms, { pageNo: 1, pageCnt: 10 });
  const { handoverList } = await ask(request, listDueHandovers, {});
  const draft = first(handoverList.filter(({ state }) => state === 'draft'));
  const finished = first(handoverList.filter(({ state }) => state === 'finished'));
  return {
    hostId,
    nodeId,
    podId: pod.podId,
    containerId: container.containerId,
    nodeHistoryId: record.nodeHistoryId,
    alarmId: first(alarms.list).alarmId,
    draft: `dutyRotaId=${draft.dutyRotaId}&shiftId=${draft.shiftId}&date=${draft.date}`,
    handoverId: finished.handoverId,
  };
}

async function ask<E extends Endpoint>(
  request: Requests,
  endpoint: E,
  params: ParamsIn<E>,
): Promise<ResponseOf<E>>;
async function ask(request: Requests, endpoint: Endpoint, params: object): Promise<unknown> {
  const answer = await request.fetch(
    stack.consoleUrl + API_PREFIX + buildPath(endpoint.path, { ...params }),
    {
      method: endpoint.method,
      headers: { origin: stack.consoleUrl },
      ...(endpoint.method === 'POST' && { data: {} }),
    },
  );
  return endpoint.response.parse(Envelope.parse(await answer.json()).data);
}

function first<T>(list: readonly T[]): T {
  const [found] = list;
  if (found === undefined) throw new Error('the demo has nothing of the kind');
  return found;
}
