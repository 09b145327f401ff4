import { getDashboardObjects } from '@gwanje/contract/dashboard/dashboard';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { launchBrowser, signInAt } from '../../e2e/support/launch.ts';
import { buildConsole } from '../../scripts/console-build.ts';
import { startTemporaryStack } from '../../scripts/installation/temporary-stack.ts';
import { startDemo } from '../demo/demo.ts';
import { runScenarioCommand } from '../simulator/src/control/command.ts';
import { steadyGrowth } from './growth.ts';

/**
 * `npm run soak -- console-heap 10`: keeps /main open for 10 minutes (default: an hour), refreshed every 10 s
 * with simulated clusters that change all the time, while a simulated user points at tiles. The browser's
 * memory after a collection must stay under its limit and must not grow.
 */
type Page = Parameters<typeof signInAt>[0];

interface MemoryUse {
  /** JavaScript, the browser objects it references, and the contents of typed arrays. */
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const USUAL_MINUTES = 60;
const MAX_HEAP_MB = 300;
/** Higher growth is a leak. Lower growth may depend on the visible content. */
const GROWTH = { heapMb: 10, nodes: 500, listeners: 500 } as const satisfies Record<keyof MemoryUse, number>;
const SAMPLE_MS = 30_000;
const STEPS = 40;
const MB = 1e6;
const MAP = 'main [role=application]';
const TILES = API_PREFIX + getDashboardObjects.path;
const CLUSTERS = ['prod-seoul', 'prod-busan', 'stage-onprem'];
/** Each lasts longer than the next two need to start. */
const SCENARIOS = [
  'pod-churn',
  'crash-loop',
  'rollout',
  'event-flood',
  'node-not-ready',
  'surge',
  'scale-up',
];
const SCENARIO_SEC = '90';

const minutes = Number(process.argv[2] ?? USUAL_MINUTES);
if (!(minutes >= 2)) {
  console.error(`soak: ${process.argv[2]} is no number of minutes of 2 or more`);
  process.exit(1);
}

await buildConsole();
await using opened = new AsyncDisposableStack();
const stack = opened.use(await startTemporaryStack({ GWANJE_DEMO: '1' }));
const { dataDir, port, supervisor } = stack;
const pods = Number(process.env.GWANJE_SOAK_PODS ?? 1500);
const historySec = 2 * 3600;
const demo = { dataDir, serverPort: port, pods, historySec, fineStepSec: 240 };
const running = await startDemo(supervisor, demo);
const controlUrl = running?.controlUrl ?? '';
await running?.pastWritten;
const browser = opened.use(await launchBrowser());
const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'ko-KR' });
await context.addInitScript(() => localStorage.setItem('refreshInterval', '10s'));
const page = await context.newPage();
await signInAt(page, stack, 'total', '/main', 'gwanje-demo');
await page.locator(MAP).first().waitFor();

const samples: MemoryUse[] = [];
const failures: string[] = [];
let answers = 0;
page.on('response', (answer) => {
  if (answer.ok() && answer.url().includes(TILES)) answers += 1;
});
const session = await context.newCDPSession(page);
const beganMs = Date.now();
for (let turn = 0; Date.now() < beganMs + minutes * 60_000; turn++) {
  const name = SCENARIOS[turn % SCENARIOS.length] ?? 'rollout';
  const cluster = CLUSTERS[turn % CLUSTERS.length] ?? 'prod-seoul';
  const command = [name, '--cluster', cluster, '--seconds', SCENARIO_SEC];
  await runScenarioCommand(command, controlUrl);
  answers = 0;
  await pointAtTiles(page);
  await page.waitForTimeout(Math.max(beganMs + (turn + 1) * SAMPLE_MS - Date.now(), 0));
  const memory = await readMemory();
  samples.push(memory);
  if (answers === 0) failures.push(`nothing new was shown in turn ${turn + 1}`);
  const atMin = ((Date.now() - beganMs) / 60_000).toFixed(1).padStart(5);
  console.log(
    `${atMin} min  ${memory.heapMb.toFixed(1)} MB  ${memory.nodes} nodes  ${memory.listeners} listeners  ${answers} answers  (${name})`,
  );
}

const most = Math.max(...samples.map(({ heapMb }) => heapMb));
if (most > MAX_HEAP_MB) failures.push(`${most.toFixed(1)} MB are more than ${MAX_HEAP_MB}`);
for (const kind of ['heapMb', 'nodes', 'listeners'] as const) {
  const growth = steadyGrowth(samples.map((memory) => memory[kind]));
  if (growth > GROWTH[kind]) failures.push(`${kind} grow steadily, by ${growth.toFixed(1)}`);
}
console.log(
  failures.length === 0 ? `at most ${most.toFixed(1)} MB, nothing grows steadily` : failures.join('\n'),
);
process.exitCode = failures.length === 0 ? 0 : 1;

async function readMemory(): Promise<MemoryUse> {
  await session.send('HeapProfiler.collectGarbage');
  const heap = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const bytes = heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize;
  return { heapMb: bytes / MB, nodes, listeners: jsEventListeners };
}

/** Moves the pointer like a user who inspects the red tiles. */
async function pointAtTiles(onto: Page): Promise<void> {
  const box = await onto.locator(MAP).first().boundingBox();
  if (!box) throw new Error('no tile map');
  for (let step = 0; step < STEPS; step++) {
    const part = step / STEPS;
    await onto.mouse.move(box.x + part * box.width, box.y + ((part * 7) % 1) * box.height);
  }
}
