import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, linesOf, type Started, startForTest } from '../testing/start.ts';
import { ScenarioError } from './engine.ts';
import { SCENARIO_NAMES, type ScenarioName } from './registry.ts';

const CLUSTER = 'aks-test';

const LISTS = {
  nodes: '/api/v1/nodes',
  pods: '/api/v1/pods',
  deployments: '/apis/apps/v1/deployments',
  statefulsets: '/apis/apps/v1/statefulsets',
  daemonsets: '/apis/apps/v1/daemonsets',
  jobs: '/apis/batch/v1/jobs',
  cronjobs: '/apis/batch/v1/cronjobs',
  quotas: '/api/v1/resourcequotas',
  autoscalers: '/apis/autoscaling/v2/horizontalpodautoscalers',
  budgets: '/apis/policy/v1/poddisruptionbudgets',
  claims: '/api/v1/persistentvolumeclaims',
  volumes: '/api/v1/persistentvolumes',
  events: '/api/v1/events',
};
interface World extends Readonly<Record<keyof typeof LISTS, Json[]>> {
  readonly rv: number;
  /** Answers of the kubelets by node. A number is a status other than 200. */
  readonly statistics: ReadonlyMap<string, Json | number>;
}

async function readWorld(started: Started): Promise<World> {
  const statistics = new Map<string, Json | number>();
  for (const { metadata } of (await started.get(LISTS.nodes)).items) {
    const answer = await started.ask(`/api/v1/nodes/${metadata.name}/proxy/stats/summary`);
    statistics.set(metadata.name, answer.ok ? await answer.json() : answer.status);
  }
  const { resourceVersion } = (await started.get(LISTS.pods)).metadata;
  const lists: Json = {};
  for (const [name, path] of Object.entries(LISTS)) lists[name] = (await started.get(path)).items;
  return { ...lists, rv: Number(resourceVersion), statistics };
}

const keyOf = ({ metadata }: Json): string =>
  metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;

function condition(object: Json, type: string): string | undefined {
  return object.status.conditions?.find((entry: Json) => entry.type === type)?.status;
}

/** All problems of the world, as text. */
function problemsOf(world: World): string[] {
  const found: string[] = [];
  for (const node of world.nodes) {
    if (condition(node, 'Ready') !== 'True') found.push(`${keyOf(node)} is not ready`);
    for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'])
      if (condition(node, type) === 'True') found.push(`${keyOf(node)} has ${type}`);
    if (node.spec.unschedulable || node.spec.taints) found.push(`${keyOf(node)} is cordoned or tainted`);
  }
  for (const pod of world.pods) {
    const isFine =
      pod.status.phase === 'Running' && condition(pod, 'Ready') === 'True' && !pod.metadata.deletionTimestamp;
    if (!isFine) found.push(`${keyOf(pod)} is ${pod.status.phase}`);
  }
  for (const set of [...world.deployments, ...world.statefulsets])
    if ((set.status.readyReplicas ?? 0) !== set.spec.replicas) found.push(`${keyOf(set)} lacks replicas`);
  for (const set of world.daemonsets)
    if (set.status.numberReady !== set.status.desiredNumberScheduled) found.push(`${keyOf(set)} lacks pods`);
  for (const object of [...world.claims, ...world.volumes])
    if (object.status.phase !== 'Bound') found.push(`${keyOf(object)} is ${object.status.phase}`);
  for (const [node, answer] of world.statistics)
    if (typeof answer === 'number') found.push(`kubelet of ${node} answers ${answer}`);
  return found;
}

interface Observation {
  readonly before: World;
  readonly now: World;
  readonly target: string;
  /** The last lines of the target, for scenarios of logs. */
  readonly log: string;
}

async function readLog(started: Started, target: string): Promise<string> {
  const [namespace, name] = target.split('/');
  return (await started.ask(`/api/v1/namespaces/${namespace}/pods/${name}/log?sinceSeconds=60`)).text();
}

const podsOf = (world: World, target: string) =>
  world.pods.filter((pod) => keyOf(pod).startsWith(`${target}-`));
const byKey = (objects: readonly Json[], key: string) => objects.find((object) => keyOf(object) === key);
const states = (world: World, target: string) =>
  podsOf(world, target).flatMap((pod) => pod.status.containerStatuses ?? []);
const stats = (world: World, target: string): Json =>
  answers(world)
    .flatMap(({ pods }) => pods)
    .find(({ podRef }) => `${podRef.namespace}/${podRef.name}`.startsWith(target));
const answers = (world: World): Json[] =>
  [...world.statistics.values()].filter((answer) => typeof answer !== 'number');
const hasEvent = (world: World, reason: string) => world.events.some((event) => event.reason === reason);
const isIn =
  (phase: string) =>
  ({ status }: Json) =>
    status.phase === phase;
const nodeHas =
  (type: string, reason: string) =>
  ({ now, target }: Observation) =>
    condition(byKey(now.nodes, target), type) === 'True' && hasEvent(now, reason);

/** The effect of each scenario in the API while it runs. */
const EFFECTS: Record<ScenarioName, (seen: Observation) => boolean> = {
  'log-stack-trace': ({ log }) => /^\tat com\.example.*\n\tat [\s\S]*^Caused by: /m.test(log),
  'log-flood': ({ log }) => log.split('\n').length > 60 * 1000,
  'log-silent': ({ log }) => log === '',
  'log-json': ({ log }) => linesOf(log).every(({ msg }) => msg !== undefined),
  'log-hostile': ({ log }) =>
    log.includes('<script>') && log.split('\n').some((line) => line.length >= 1024 * 1024),
  rollout: ({ before, now, target }) => {
    const image = (world: World) => byKey(world.deployments, target)?.spec.template.spec.containers[0].image;
    return (
      image(now) !== image(before) &&
      podsOf(now, target).every((pod) => pod.spec.containers[0].image === image(now)) &&
      hasEvent(now, 'ScalingReplicaSet')
    );
  },
  'scale-up': ({ before, now, target }) => podsOf(now, target).length > podsOf(before, target).length,
  'scale-down': ({ before, now, target }) => podsOf(now, target).length < podsOf(before, target).length,
  'crash-loop': ({ now, target }) =>
    states(now, target).some(
      ({ state, lastState, restartCount }) =>
        state.waiting?.reason === 'CrashLoopBackOff' &&
        lastState.terminated?.exitCode === 1 &&
        restartCount > 0,
    ) && hasEvent(now, 'BackOff'),
  'oom-kill': ({ now, target }) =>
    states(now, target).some(({ state, lastState }) => {
      const { reason, exitCode } = state.terminated ?? lastState.terminated ?? {};
      return reason === 'OOMKilled' && exitCode === 137;
    }) && hasEvent(now, 'OOMKilling'),
  'image-pull-failure': ({ now, target }) =>
    states(now, target).some(({ state }) =>
      /^(ErrImagePull|ImagePullBackOff)$/.test(state.waiting?.reason),
    ) && hasEvent(now, 'Failed'),
  'pending-pods': ({ now, target }) =>
    podsOf(now, target).some(
      (pod) =>
        pod.status.phase === 'Pending' &&
        pod.status.conditions?.[0].reason === 'Unschedulable' &&
        /Insufficient cpu/.test(pod.status.conditions[0].message),
    ) && hasEvent(now, 'FailedScheduling'),
  'node-not-ready': ({ now, target }) =>
    condition(byKey(now.nodes, target), 'Ready') === 'Unknown' &&
    byKey(now.nodes, target).spec.taints.length === 2 &&
    now.statistics.get(target) === 503 &&
    hasEvent(now, 'NodeNotReady'),
  'node-flap': ({ now }) => hasEvent(now, 'NodeReady') && hasEvent(now, 'NodeNotReady'),
  'memory-pressure': nodeHas('MemoryPressure', 'EvictionThresholdMet'),
  'disk-pressure': nodeHas('DiskPressure', 'NodeHasDiskPressure'),
  'pid-pressure': nodeHas('PIDPressure', 'NodeHasInsufficientPID'),
  'network-unavailable': ({ now, target }) =>
    condition(byKey(now.nodes, target), 'NetworkUnavailable') === 'True' &&
    now.statistics.get(target).node.network.rxErrors > 0,
  cordon: ({ now, target }) => byKey(now.nodes, target).spec.unschedulable === true,
  drain: ({ now, target }) =>
    byKey(now.nodes, target).spec.unschedulable === true &&
    now.pods
      .filter((pod) => pod.spec.nodeName === target)
      .every((pod) => pod.metadata.ownerReferences[0].kind === 'DaemonSet'),
  'replace-node': ({ before, now, target }) =>
    byKey(now.nodes, target).metadata.uid !== byKey(before.nodes, target).metadata.uid,
  'cpu-hot': ({ before, now, target }) =>
    stats(now, target).cpu.usageNanoCores > 1.5 * stats(before, target).cpu.usageNanoCores,
  'volume-fills': ({ before, now, target }) => used(now, target) > 1.05 * used(before, target),
  'volume-creeps': ({ before, now, target }) => used(now, target) > used(before, target),
  'claim-pending': ({ now }) =>
    now.claims.some(isIn('Pending')) &&
    now.events.some((event) => event.reason === 'ProvisioningFailed' && event.count > 1),
  'pv-released': ({ now }) => now.volumes.some(isIn('Released')),
  'pv-failed': ({ now }) =>
    now.volumes.filter(isIn('Failed')).some(({ status }) => status.message !== undefined),
  'kubelet-500': ({ now, target }) => now.statistics.get(target) === 500,
  'statistics-missing': ({ now }) => [...now.statistics.values()].every((status) => status === 500),
  'cron-job-late': ({ now }) =>
    now.cronjobs.some(
      ({ metadata, status }) => metadata.name.startsWith('cache-warmer') && !status.lastScheduleTime,
    ),
  'cron-job-failing': ({ now }) => now.pods.some(isIn('Failed')),
  'stuck-terminating': ({ now, target }) => byKey(now.pods, target)?.metadata.deletionTimestamp !== undefined,
  // Tested below, because the API does not answer in the meantime.
  'api-restart': () => true,
  'watch-expiry': ({ before, now }) => now.rv > before.rv,
  'event-flood': ({ before, now }) => now.events.length > before.events.length + 1000,
  'pod-churn': ({ before, now }) => {
    const known = new Set(before.pods.map(({ metadata }) => metadata.uid));
    return now.pods.filter(({ metadata }) => !known.has(metadata.uid)).length > 20;
  },
  'quota-near-limit': ({ now, target }) =>
    now.quotas.some(
      ({ metadata, status }) =>
        metadata.namespace === target && Number(status.used.pods) / Number(status.hard.pods) > 0.9,
    ),
  'job-run': ({ now }) => now.jobs.length === 1,
  'pv-pending': ({ now }) => now.volumes.some(isIn('Pending')),
  'claim-lost': ({ now, target }) => byKey(now.claims, target)?.status.phase === 'Lost',
  surge: ({ before, now }) => {
    const cores = ({ cpu }: Json): number => cpu.usageNanoCores;
    const bytes = ({ memory }: Json): number => memory.workingSetBytes;
    return (
      ofNodes(now, cores) > 2 * ofNodes(before, cores) && ofNodes(now, bytes) > 1.1 * ofNodes(before, bytes)
    );
  },
  'demand-peak': ({ now, target }) => {
    const { spec, status } = byKey(now.autoscalers, target);
    return status.currentReplicas === spec.maxReplicas && condition({ status }, 'ScalingLimited') === 'True';
  },
  'drain-blocked': ({ now, target }) =>
    byKey(now.budgets, target).status.disruptionsAllowed === 0 &&
    podsOf(now, target).some(({ spec }) => byKey(now.nodes, spec.nodeName).spec.unschedulable),
};

function used(world: World, claim: string): number {
  const volumes = answers(world).flatMap(({ pods }) => pods.flatMap((pod: Json) => pod.volume ?? []));
  return (
    volumes.find(({ pvcRef }) => pvcRef && `${pvcRef.namespace}/${pvcRef.name}` === claim)?.usedBytes ?? 0
  );
}

function ofNodes(world: World, read: (node: Json) => number): number {
  return answers(world).reduce((sum, { node }) => sum + read(node), 0);
}

/** Pods beyond those that the sets want. Autoscalers and cron jobs change the rest with the time of the day. */
function surplusPodCnt({ pods, deployments, statefulsets, daemonsets }: World): number {
  const wanted = [
    ...[...deployments, ...statefulsets].map(({ spec }) => spec.replicas),
    ...daemonsets.map(({ status }) => status.desiredNumberScheduled),
  ];
  const serving = pods.filter(({ metadata }) => metadata.ownerReferences?.[0]?.kind !== 'Job');
  return serving.length - wanted.reduce((sum, cnt) => sum + cnt, 0);
}

/** One world for all scenarios, one after another, as in a demo: each leaves it healthy. */
let started: Started;
let before: World;
beforeAll(async () => {
  started = await startForTest({
    clusters: [{ name: CLUSTER, flavour: 'aks', pods: 110 }],
    hasUnreadFields: false,
  });
  before = await readWorld(started);
  expect(problemsOf(before)).toEqual([]);
});
afterAll(() => started[Symbol.asyncDispose]());

describe.each(SCENARIO_NAMES)('%s', (name) => {
  test('is visible in the API while it runs, and everything is healthy some time after its end', async () => {
    const { engine } = started.simulator;
    const run = engine.start(name, { cluster: CLUSTER });
    expect(engine.running()).toEqual([run]);
    if (name === 'api-restart') {
      await expect(started.get('/version')).rejects.toThrow();
      engine.stop(run.id);
      await expect(started.get('/version')).resolves.toBeTruthy();
      await expect(readWorld(started)).rejects.toThrow('forbidden');
      started.clock.advance(5000);
      expect((await readWorld(started)).pods).toEqual(before.pods);
      return;
    }
    started.clock.advance(100_000);
    const log = name.startsWith('log-') ? await readLog(started, run.target) : '';
    expect(EFFECTS[name]({ before, now: await readWorld(started), target: run.target, log })).toBe(true);
    expect(engine.stop(run.id)).toBe(true);
    started.clock.advance(900_000);
    const after = await readWorld(started);
    expect(problemsOf(after)).toEqual([]);
    expect(surplusPodCnt(after)).toBe(surplusPodCnt(before));
    expect(after.claims.length).toBe(before.claims.length);
    before = after;
  });
});

test('scenarios end after the given time, and two do not share an object', async () => {
  await using started = await startForTest();
  const { engine } = started.simulator;
  const run = engine.start('cordon', { cluster: 'aks-test', seconds: 30 });
  expect(() => engine.start('drain', { cluster: 'aks-test', target: run.target })).toThrow(ScenarioError);
  expect(() => engine.start('drain', { cluster: 'aks-test', target: 'no-node' })).toThrow(ScenarioError);
  expect(() => engine.start('no-scenario', { cluster: 'aks-test' })).toThrow(ScenarioError);
  expect(() => engine.start('drain', { cluster: 'no-cluster' })).toThrow(ScenarioError);
  started.clock.advance(31_000);
  expect(engine.running()).toEqual([]);
  expect(started.first.cluster.store.nodes.get(run.target)?.isUnschedulable).toBe(false);
});

test('a simulated day does not accumulate pods or events', async () => {
  await using started = await startForTest({ hasRandomScenarios: true, hasUnreadFields: false });
  const { engine } = started.simulator;
  const names = new Set<string>();
  for (let hour = 0; hour < 24; hour++) {
    for (let minute = 0; minute < 60; minute += 5) {
      started.clock.advance(300_000);
      for (const { name } of engine.running()) names.add(name);
    }
  }
  expect(names.size).toBeGreaterThan(10);
  const pods = started.first.cluster.store.pods.size;
  expect(pods).toBeGreaterThan(60);
  expect(pods).toBeLessThan(200);
  expect(started.first.cluster.store.events.size).toBeLessThan(5000);
});
