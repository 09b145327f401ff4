import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathsOf, pathsOfAll, recorded, recordedLines, recordedText } from '../testing/recordings.ts';
import { type Json, type Started, startForTest } from '../testing/start.ts';

let started: Started;
beforeAll(async () => {
  started = await startForTest({ hasUnreadFields: true });
  const { engine } = started.simulator;
  // Creates all cases of the recordings: a rollout, a pod without a node, a claim without a volume.
  for (const name of ['rollout', 'pending-pods', 'claim-pending', 'cordon'])
    engine.start(name, { cluster: 'aks-test' });
  started.clock.advance(60_000);
});
afterAll(() => started[Symbol.asyncDispose]());

const ENV = /^spec\.template\.spec\.containers\[\]\.env\b/;

/** Fields that the simulator has and the small recorded cluster did not have. */
const ONLY_SIMULATED: Readonly<Record<string, RegExp>> = {
  '/api/v1/pods':
    /^(spec\.(hostNetwork|containers\[\]\.env\b|volumes\[\]\.persistentVolumeClaim)|metadata\.(annotations|deletion)|status\.(conditions\[\]\.(reason|message)|containerStatuses\[\]\.(state|lastState)))/,
  '/api/v1/persistentvolumes': /^(spec\.csi|status\.(message|reason))/,
  '/api/v1/events': /^involvedObject\.fieldPath/,
  '/apis/apps/v1/daemonsets':
    /^(metadata\.labels|spec\.template\.spec\.containers\[\]\.(env\b|resources\.(limits|requests)))/,
  '/apis/apps/v1/deployments': ENV,
  '/apis/apps/v1/replicasets': ENV,
};

describe.each([
  ...'nodes pods namespaces persistentvolumes persistentvolumeclaims events'
    .split(' ')
    .map((name) => `/api/v1/${name}`),
  ...['deployments', 'replicasets', 'daemonsets'].map((name) => `/apis/apps/v1/${name}`),
])('%s', (path) => {
  const file = `${path.slice(1).replaceAll('/', '_')}.json`;

  test('has no field that the recording does not have, and the same types', async () => {
    const realPaths = pathsOfAll(recorded(`kubernetes-1.26/${file}`).items);
    const ourPaths = pathsOfAll((await started.get(path)).items);
    const isKnown = (found: string) => realPaths.has(found) || ONLY_SIMULATED[path]?.test(found);
    expect([...ourPaths].filter((found) => !isKnown(found))).toEqual([]);
  });

  test('has the envelope of the recording, and metadata fields in the same order', async () => {
    const real = recorded(`kubernetes-1.26/${file}`);
    const ours = await started.get(path);
    expect([ours.kind, ours.apiVersion, Object.keys(ours)]).toEqual([
      real.kind,
      real.apiVersion,
      Object.keys(real),
    ]);
    expect(Object.keys(ours.metadata)).toEqual(Object.keys(real.metadata));
    const order = Object.keys(real.items[0].metadata);
    const ownOrder = Object.keys(ours.items[0].metadata).filter((key) => order.includes(key));
    expect(ownOrder).toEqual(order.filter((key) => ownOrder.includes(key)));
  });
});

test('an empty list of jobs equals the recorded one except for its version', async () => {
  const real = recorded('kubernetes-1.26/apis_batch_v1_jobs.json');
  const ours = await started.get('/apis/batch/v1/jobs');
  expect({ ...ours, metadata: real.metadata }).toEqual(real);
});

test('a page has a continue token like the recorded page', async () => {
  const real = recorded('kubernetes-1.26/page-1-of-pods.json');
  const ours = await started.get('/api/v1/pods?limit=5');
  expect(Object.keys(ours.metadata)).toEqual(Object.keys(real.metadata));
  const token = (page: Json) => JSON.parse(Buffer.from(page.metadata.continue, 'base64url').toString());
  expect(pathsOf(token(ours))).toEqual(pathsOf(token(real)));
  expect(token(ours).start).toBe(`${ours.items[4].metadata.namespace}/${ours.items[4].metadata.name}\u0000`);
});

test('an unknown user is refused with the recorded answer', async () => {
  const answer = await started.ask('/api/v1/pods', '');
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual(recorded('kubernetes-1.26/unauthorized.json'));
});

test('the version has the recorded fields', async () => {
  expect(pathsOf(await started.get('/version'))).toEqual(pathsOf(recorded('kubernetes-1.26/version.json')));
});

test('a cordon makes the recorded sequence of changes', async () => {
  await using other = await startForTest();
  const { resourceVersion } = (await other.get('/api/v1/nodes')).metadata;
  const { target } = other.simulator.engine.start('cordon', { cluster: 'aks-test' });
  const changes = await other.watch('/api/v1/nodes', resourceVersion);
  const ours = changes.filter(({ object }) => object.metadata.name === target);
  const real = recordedLines('kubernetes-1.26/watch-nodes-cordon.ndjson');
  const summaries = (events: Json[]) =>
    events
      .slice(0, 2)
      .map(({ type, object }) => [
        type,
        object.kind,
        object.apiVersion,
        object.spec.unschedulable,
        object.spec.taints?.map(({ key, effect }: Json) => [key, effect]),
      ]);
  expect(summaries(ours)).toEqual(summaries(real));
});

test('a deleted pod stops before it is removed, as in the recording', async () => {
  const real = recordedLines('kubernetes-1.26/watch-pods-rollout.ndjson');
  const { name } = real.find(({ type }) => type === 'DELETED')?.object.metadata ?? {};
  const steps = (events: Json[]) =>
    events.map(({ type, object }) => [type, Object.keys(object.status.containerStatuses?.[0]?.state ?? {})]);
  await using other = await startForTest();
  const { resourceVersion } = (await other.get('/api/v1/pods')).metadata;
  other.simulator.engine.start('rollout', { cluster: 'aks-test' });
  other.clock.advance(60_000);
  const ours = await other.watch('/api/v1/pods', resourceVersion);
  const gone = ours.find(({ type }) => type === 'DELETED')?.object.metadata.name;
  const ofOne = (events: Json[], pod: string) => events.filter(({ object }) => object.metadata.name === pod);
  // The recorded pod has one step more: its grace period becomes 0.
  const [marked, stopped, , removed] = steps(ofOne(real, name)).slice(-4);
  expect(steps(ofOne(ours, gone)).slice(-3)).toEqual([marked, stopped, removed]);
});

test('kubelet statistics have no field that the recording does not have', async () => {
  const real = pathsOf(recorded('kubelet/stats-summary.json'));
  const { items } = await started.get('/api/v1/nodes');
  const summaries = await Promise.all(
    items.map((node: Json) => started.get(`/api/v1/nodes/${node.metadata.name}/proxy/stats/summary`)),
  );
  const unknown = [...pathsOfAll(summaries)].filter((path) => !real.has(path));
  // Claims and processes: newer kubelets report them, the recorded one did not.
  expect(unknown.filter((path) => !/^pods\[\]\.(process_stats|volume\[\]\.pvcRef)/.test(path))).toEqual([]);
});

test('a kubelet with broken statistics answers with the recorded text', async () => {
  const { engine } = started.simulator;
  const run = engine.start('kubelet-500', { cluster: 'aks-test' });
  const answer = await started.ask(`/api/v1/nodes/${run.target}/proxy/stats/summary`);
  expect([answer.status, await answer.text()]).toEqual([
    500,
    recordedText('kubernetes-1.26/kubelet-stats-error-500.txt'),
  ]);
  engine.stop(run.id);
});
