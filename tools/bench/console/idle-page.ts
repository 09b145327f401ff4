import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { type Figure, figure } from '../figure.ts';
import { startBenchServer } from '../server/bench-server.ts';
import { startSending } from '../server/steady.ts';
import { openPage } from './page.ts';

const PLAN = { clusters: 1, podsPerCluster: 300, podsPerNode: 30 };
const SETTLE_MS = 20_000;
const WATCHED_MS = 60_000;

/** The calls of open pages that nobody uses, while one cluster sends its samples every 15 s. */
export async function measureIdlePages(): Promise<readonly Figure[]> {
  await using server = await startBenchServer(PLAN.clusters);
  await using _sending = await startSending(server, PLAN);
  const pages = {
    main: '/main',
    summary: `/mon/summary?hostId=${server.hostIds[0]}`,
    pod_list: '/setting/mon/pod-list',
  };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) {
    await using opened = await openPage(server, path);
    await delay(SETTLE_MS);
    let callCnt = 0;
    opened.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(API_PREFIX) && pathname !== `${API_PREFIX}/stream`) callCnt += 1;
    });
    await delay(WATCHED_MS);
    figures.push(figure(`web.idle_calls_per_min.${name}`, callCnt, 'calls', '<= 4', 0));
  }
  return figures;
}
