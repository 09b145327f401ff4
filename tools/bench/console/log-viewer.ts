import { join } from 'node:path';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { type Figure, figure } from '../figure.ts';
import { startBenchServer } from '../server/bench-server.ts';
import { startSending } from '../server/steady.ts';
import { framesDuring, openPage, type SeenFrames } from './page.ts';

const PLAN = { clusters: 1, podsPerCluster: 30, podsPerNode: 30 };
const LINES = 200_000;
/** The server sends at most 2,000 lines a second. */
const FLOOD_SECONDS = 10;
const FLOOD_LINES = 2_000;
const STEPS = 120;
const MB = 1e6;
const ROWS = 'main [role=region]';

/** The log viewer with 200,000 lines in a real browser: the flood that the server lets pass, scrolling, memory. */
export async function measureLogViewer(): Promise<readonly Figure[]> {
  await using server = await startBenchServer(PLAN.clusters);
  await using _sending = await startSending(server, PLAN);
  await using opened = await openPage(server, '/main');
  const { page } = opened;
  await page.addInitScript({ path: join(import.meta.dirname, 'in-page/log-stream.js') });
  const hostId = server.hostIds[0];
  const podId = await page.evaluate<number>(`fetch('${API_PREFIX}/pod/name-list/${hostId}')
    .then((response) => response.json()).then(({ data }) => data.podNameList[0].podId)`);
  await page.goto(new URL(`/mon/pod/log?hostId=${hostId}&podId=${podId}`, page.url()).href);
  await page.getByRole('status').filter({ hasText: '연결' }).first().waitFor();

  await page.evaluate(`appendLines(${LINES}, 1_000)`);
  await page.locator(ROWS).waitFor();
  const append = await framesDuring(page, async () => {
    for (let second = 0; second < FLOOD_SECONDS; second++)
      await page.evaluate(`appendLines(${FLOOD_LINES}, 100)`);
  });
  const scroll = await framesDuring(page, async () => {
    await page.locator(ROWS).hover();
    for (let step = 0; step < STEPS; step++) {
      await page.mouse.wheel(0, step < (STEPS * 3) / 4 ? -2_000 : 2_000);
      await page.evaluate('nextFrame()');
    }
  });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return [
    longest('web.log_200k_append', append),
    longest('web.log_200k_scroll', scroll),
    figure('web.log_200k_heap_mb', usedSize / MB, 'MB', '<= 200'),
  ];
}

function longest(name: string, { longestMs, longCnt, frameCnt }: SeenFrames): Figure {
  return figure(name, longestMs, `ms, longest frame; ${longCnt} of ${frameCnt} too long`, '<= 50');
}
