import { buildConsole } from '../../scripts/console-build.ts';
import { measureAgent } from './agent.ts';
import { measureCauseLatency } from './causes/cause-latency.ts';
import { measureCauses } from './causes/causes.ts';
import { measureFirstLoad } from './console/first-load.ts';
import { measureIdlePages } from './console/idle-page.ts';
import { measureLogViewer } from './console/log-viewer.ts';
import { measureWeb } from './console/pages.ts';
import { measureTileMap } from './console/tile-map.ts';
import { type Figure, type Measure, tableOf } from './figure.ts';
import { measureAppend, measureBytesPerSample, measurePodDay } from './metric-store/metric-store.ts';
import { measureReplicaAgents } from './replicas/replica-agents.ts';
import { measureReplicas } from './replicas/replicas.ts';
import { measureReport } from './report.ts';
import { measureAlarmStreams } from './server/alarm-streams.ts';
import { measureAlarms } from './server/alarms.ts';
import { measureDemoServer } from './server/demo-server.ts';
import { growthMeasures } from './server/growth.ts';
import { measureIngest } from './server/ingest.ts';
import { measureLive } from './server/live.ts';
import { measureSteady } from './server/steady.ts';
import { measureWarmStart } from './server/warm-start.ts';

const MEASURES: Readonly<Record<string, Measure>> = {
  agent: measureAgent,
  'web.first_load': measureFirstLoad,
  'web.tilemap_100k': measureTileMap,
  'web.pages_100k': measureWeb,
  'web.log_200k': measureLogViewer,
  'web.idle': measureIdlePages,
  'start.warm': measureWarmStart,
  ingest: measureIngest,
  'server.steady': measureSteady,
  'server.demo': measureDemoServer,
  'ingest.append': measureAppend,
  'series.pod_24h': measurePodDay,
  'store.bytes_per_sample': measureBytesPerSample,
  live: measureLive,
  ...growthMeasures,
  'alarm.eval_100k': async () => measureAlarms(),
  'alarm.streams': measureAlarmStreams,
  'cause.rank': measureCauses,
  'cause.call': measureCauseLatency,
  report: measureReport,
  replicas: measureReplicas,
  'replica-agents': measureReplicaAgents,
};

/** They start no server that serves the console. */
const WITHOUT_CONSOLE: ReadonlySet<string> = new Set(['cause.rank', 'alarm.eval_100k', 'report']);

/** Ten minutes and more: only if its name is given. */
const LONG = 'replica-agents';

const wanted = process.argv[2] ?? '';
const names = Object.keys(MEASURES).filter((name) =>
  wanted === '' ? name !== LONG : name.startsWith(wanted),
);
if (names.length === 0) {
  const isAsked = wanted === '--help';
  console[
    isAsked ? 'log' : 'error'
  ](`npm run bench [-- PREFIX] runs the measurements whose name begins with PREFIX:
${Object.keys(MEASURES).join('\n')}`);
  process.exit(isAsked ? 0 : 1);
}

if (names.some((name) => !WITHOUT_CONSOLE.has(name))) await buildConsole();
const figures: Figure[] = [];
const failed: string[] = [];
for (const name of names) {
  try {
    for (const figure of (await MEASURES[name]?.()) ?? []) {
      figures.push(figure);
      console.log(JSON.stringify(figure));
    }
  } catch (error) {
    // The other measurements still run.
    failed.push(name);
    console.error(`${name} could not be measured:`, error);
  }
}
console.log(`\n${tableOf(figures)}`);
if (failed.length > 0) {
  console.error(`not measured: ${failed.join(', ')}`);
  process.exit(1);
}
