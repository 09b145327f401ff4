import { type Figure, figure, percentile } from '../figure.ts';
import { startBenchServer } from '../server/bench-server.ts';
import { podName } from '../server/fleet.ts';
import { PLAN, startSending } from '../server/steady.ts';
import { framesDuring, openPage, type Page } from './page.ts';

const ROUNDS = 5;
/** The length of a user's gesture, repeated many times. */
const STEPS = 120;
/** About twenty answers of 100,000 tiles each: enough to find a memory leak. */
const OPEN_MS = 90_000;
const MB = 1e6;
const MAP = 'main [role=application]';
/** A row with data, not a placeholder. */
const ROWS = 'main tr[aria-rowindex="2"]:not([aria-busy=true])';

/** The console in a real browser with 100,000 pods, while samples of all of them arrive every 15 s. */
export async function measureWeb(): Promise<readonly Figure[]> {
  await using server = await startBenchServer(PLAN.clusters);
  await using _sending = await startSending(server, PLAN);
  await using opened = await openPage(server, '/main');
  const { page } = opened;
  await page.locator(MAP).first().waitFor();
  const places = {
    main: { path: '/main', title: '대시보드', seen: MAP },
    pod_list: { path: '/setting/mon/pod-list', title: '파드 설정', seen: ROWS },
    summary: { path: `/mon/summary?hostId=${server.hostIds[0]}`, title: '클러스터 요약', seen: 'main h1' },
  };
  const figures: Figure[] = [];
  const changes = new Map<string, number[]>(Object.keys(places).map((name) => [name, []]));
  // The first round loads the code of the pages. Later rounds have it cached.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, place] of Object.entries(places).toReversed()) {
      const tookMs = await goTo(page, place);
      if (round > 0) changes.get(name)?.push(tookMs);
    }
  const medians = [...changes].map(([name, times]) => [name, percentile(times, 0.5)] as const);
  figures.push(
    figure('web.route_change_ms', Math.max(...medians.map(([, ms]) => ms)), 'ms', '<= 150'),
    ...medians.map(([name, ms]) => figure(`web.route_change_ms.${name}`, ms, 'ms', '<= 150')),
  );

  await goTo(page, places.pod_list);
  figures.push(await frames(page, 'web.list_scroll', () => scroll(page, '[role=grid]')));
  await goTo(page, places.main);
  figures.push(await frames(page, 'web.main_hover', () => hover(page)));
  figures.push(await frames(page, 'web.main_zoom', () => scroll(page, MAP)));
  figures.push(...(await search(page)));
  figures.push(...(await heap(page)));
  return figures;
}

interface Place {
  readonly path: string;
  readonly title: string;
  readonly seen: string;
}

function goTo(page: Page, place: Place): Promise<number> {
  return page.evaluate<number>(`goTo(${JSON.stringify(place)})`);
}

/** The longest frame during the action. 20 frames per second are 50 ms each. */
async function frames(page: Page, name: string, act: () => Promise<void>): Promise<Figure> {
  const { longestMs, longCnt, frameCnt } = await framesDuring(page, act);
  return figure(name, longestMs, `ms, longest frame; ${longCnt} of ${frameCnt} too long`, '<= 50');
}

async function scroll(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().hover();
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, step < (STEPS * 3) / 4 ? 900 : -900);
    await page.evaluate('nextFrame()');
  }
}

async function hover(page: Page): Promise<void> {
  const box = await page.locator(MAP).first().boundingBox();
  if (!box) throw new Error('no tile map');
  for (let step = 0; step < STEPS; step++) {
    const part = step / STEPS;
    await page.mouse.move(box.x + part * box.width, box.y + ((part * 7) % 1) * box.height);
    await page.evaluate('nextFrame()');
  }
}

async function search(page: Page): Promise<Figure[]> {
  const found: number[] = [];
  const typing = await frames(page, 'web.search_type', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await page.keyboard.press('Control+k');
      const name = podName(round, 17 * round);
      await page.getByRole('combobox').last().pressSequentially(name.slice(0, -1));
      const startMs = performance.now();
      await page.keyboard.type(name.slice(-1));
      await page.getByRole('option').filter({ hasText: name }).first().waitFor();
      found.push(performance.now() - startMs);
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
    }
  });
  return [typing, figure('web.search_found_ms', percentile(found, 0.5), 'ms after the last key', '<= 500')];
}

/** The heap of an open /main, without garbage. */
async function heap(page: Page): Promise<Figure[]> {
  const session = await page.context().newCDPSession(page);
  const usedMb = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / MB;
  };
  const beforeMb = await usedMb();
  await page.waitForTimeout(OPEN_MS);
  const afterMb = await usedMb();
  return [
    figure('web.main_heap_mb', afterMb, 'MB', '<= 300'),
    figure('web.main_heap_growth_mb', afterMb - beforeMb, `MB in ${OPEN_MS / 1000} s`, '<= 10'),
  ];
}
