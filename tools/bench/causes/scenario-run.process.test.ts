import { rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../apps/server/src/testing/test-app.ts';
import { addUser } from '../../../apps/server/src/testing/world.ts';
import { templateChanged } from './accepted-cause.ts';
import { addWaitingClusters, askCauses } from './cause-server.ts';
import type { FaultScenario } from './fault-scenario.ts';
import { runScenarios, type ScenarioResult } from './scenario-run.ts';
import { openScenarios } from './scenarios/registry.ts';

/** Earlier than in the benchmark, so that the test is short. */
const START_MIN = 16;
const UNTIL_MIN = 27;

function openNamed(wanted: string): FaultScenario {
  const scenario = openScenarios.find(({ name }) => name === wanted);
  if (!scenario) throw new Error(`no open scenario ${wanted}`);
  return { ...scenario, startMin: START_MIN };
}

const imageOf = (name: string) => templateChanged('imageChanged', `shop/${name}`);
const missingImage = openNamed('main-image-missing');
const scenarios: readonly FaultScenario[] = [
  missingImage,
  openNamed('cpu-request-too-large'),
  {
    ...missingImage,
    name: 'another-cause',
    start: (world) => ({ ...missingImage.start(world), causes: imageOf('image-resizer') }),
  },
  {
    ...missingImage,
    name: 'noise-alone',
    start: () => ({ alarm: { items: ['pod.imagePull', 'pod.pending'] }, causes: imageOf('storefront') }),
  },
];

let app: TestApp;
let results: ReadonlyMap<string, ScenarioResult>;

beforeAll(async () => {
  app = await startTestApp();
  const { db, services, clock } = app;
  const began = clock.now();
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { userNo } = await addUser(db, { role: 1 });
  const server = {
    db,
    services,
    url,
    setTime: (at: Date) => clock.set(at),
    ask: (alarmId: number) => askCauses({ db, url, userNo, now: clock.now() }, alarmId),
  };
  const names = scenarios.map(({ name }) => name);
  const clusters = await addWaitingClusters(server, names);
  const all = await runScenarios(server, scenarios, clusters, began, { untilMin: UNTIL_MIN });
  results = new Map(all.map((result) => [result.scenario.name, result]));
});
afterAll(() => app?.[Symbol.asyncDispose]());

it.each(['main-image-missing', 'cpu-request-too-large'])(
  'the cause of %s is among the first lines',
  (name) => {
    const result = results.get(name);
    expect(result?.raisedAfterMin).toBeGreaterThan(0);
    expect(result?.rank, JSON.stringify(result?.lines)).toBeLessThanOrEqual(3);
  },
);

it('a wrong cause has no rank, though the alarm was raised and the answer has lines', () => {
  const result = results.get('another-cause');
  expect(result?.raisedAfterMin).toBeGreaterThan(0);
  expect(result?.lines.length).toBeGreaterThan(0);
  expect(result?.rank).toBeUndefined();
});

it('noise alone raises other alarms, but not those that are asked about', async () => {
  expect(results.get('noise-alone')).toMatchObject({ raisedAfterMin: undefined, rank: undefined });
  const { hostId } = await rowOf(app.db, 'cluster', { name: 'noise-alone' });
  expect((await rowsOf(app.db, 'alarm', { hostId })).length).toBeGreaterThan(0);
});
