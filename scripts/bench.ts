import { measureAgent } from '../apps/agent/bench/agent.ts';
import { measureTileMap } from '../apps/console/bench/tile-map.ts';
import { measureAlarms } from '../apps/server/bench/alarms.ts';
import { measureLive } from '../apps/server/bench/live.ts';
import {
  measureAppend,
  measureBytesPerSample,
  measurePodDay,
} from '../packages/metric-store/bench/metric-store.ts';
import { measureAlarmStreams } from './bench/alarm-streams.ts';
import type { Figure, Measure } from './bench/figure.ts';
import { measureFirstLoad } from './bench/first-load.ts';
import { measureIngest } from './bench/ingest.ts';
import { measureSteady } from './bench/steady.ts';
import { tableOf } from './bench/table.ts';
import { measureWarmStart } from './bench/warm-start.ts';
import { measureWeb } from './bench/web.ts';
import { buildConsole } from './console-build.ts';

const MEASURES: Readonly<Record<string, Measure>> = {
  agent: measureAgent,
  'web.first_load': measureFirstLoad,
  'web.tilemap_100k': measureTileMap,
  'web.pages_100k': measureWeb,
  'start.warm': measureWarmStart,
  ingest: measureIngest,
  server: measureSteady,
  'ingest.append': measureAppend,
  'series.pod_24h': measurePodDay,
  'store.bytes_per_sample': measureBytesPerSample,
  live: measureLive,
  'alarm.eval_100k': async () => measureAlarms(),
  'alarm.streams': measureAlarmStreams,
};

const wanted = process.argv[2] ?? '';
const names = Object.keys(MEASURES).filter((name) => name.startsWith(wanted));
if (names.length === 0) {
  const isAsked = wanted === '--help';
  console[isAsked ? 'log' : 'error'](`npm run bench [-- BEGINNING]: those whose name begins so, of
${Object.keys(MEASURES).join('\n')}`);
  process.exit(isAsked ? 0 : 1);
}

buildConsole();
const figures: Figure[] = [];
const failed: string[] = [];
for (const name of names) {
  try {
    for (const figure of (await MEASURES[name]?.()) ?? []) {
      figures.push(figure);
      console.log(JSON.stringify(figure));
    }
  } catch (error) {
    // The others are measured all the same.
    failed.push(name);
    console.error(`${name} could not be measured:`, error);
  }
}
console.log(`\n${tableOf(figures)}`);
if (failed.length > 0) {
  console.error(`not measured: ${failed.join(', ')}`);
  process.exit(1);
}
