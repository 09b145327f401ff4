import { measureAgent } from '../apps/agent/bench/agent.ts';
import { measureTileMap } from '../apps/console/bench/tile-map.ts';
import { measureLive } from '../apps/server/bench/live.ts';
import {
  measureAppend,
  measureBytesPerSample,
  measurePodDay,
} from '../packages/metric-store/bench/metric-store.ts';
import type { Measure } from './bench/figure.ts';
import { measureFirstLoad } from './bench/first-load.ts';
import { measureIngest } from './bench/ingest.ts';
import { measureSteady } from './bench/steady.ts';
import { measureWarmStart } from './bench/warm-start.ts';
import { buildConsole } from './console-build.ts';

/** `npm run bench -- web` runs those whose name begins so. */
const MEASURES: Readonly<Record<string, Measure>> = {
  agent: measureAgent,
  'web.first_load': measureFirstLoad,
  'web.tilemap_100k': measureTileMap,
  'start.warm': measureWarmStart,
  ingest: measureIngest,
  server: measureSteady,
  'ingest.append': measureAppend,
  'series.pod_24h': measurePodDay,
  'store.bytes_per_sample': measureBytesPerSample,
  live: measureLive,
};

const wanted = process.argv[2] ?? '';
buildConsole();
for (const [name, measure] of Object.entries(MEASURES)) {
  if (!name.startsWith(wanted)) continue;
  for (const figure of await measure()) console.log(JSON.stringify(figure));
}
