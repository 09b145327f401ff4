import { countWithin, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import { crashLoopReasons, imagePullReasons } from '@gwanje/kinds/pod/facts';
import type { PodState } from '@gwanje/kinds/pod/index';
import { kinds, type MetricScope, type StateOfKind } from '@gwanje/kinds/registry';
import type { AlarmedKind, FactsOf } from '@gwanje/kinds/state/facts';
import type { MetricName } from '@gwanje/kinds/state/metrics';
import { machinesAmong } from '../../live/views/machines.ts';
import type { Lifetime } from './lifetime-repository.ts';
import type { PastMeasurements } from './past-measurements.ts';
import type { Subject } from './replay.ts';

const MINUTE_MS = 60_000;

/** An object at the past time that its replay has reached. The replay moves `nowMs` and `state` forward. */
class PastObject<State> {
  nowMs = 0;
  state: State;
  readonly createdMs: number;
  readonly measurements: PastMeasurements;
  readonly restarts: Occurrence[] = [];

  constructor(state: State, measurements: PastMeasurements, createdMs: number) {
    this.state = state;
    this.measurements = measurements;
    this.createdMs = createdMs;
  }

  measured(metric: MetricName): number {
    return this.measurements.at(metric, this.nowMs);
  }

  share(part: MetricName, whole: number | MetricName): number {
    const total = typeof whole === 'number' ? whole : this.measured(whole);
    return total > 0 ? (this.measured(part) / total) * 100 : Number.NaN;
  }
}

/** How each fact that alarm items read follows from a past object. */
type Readers<Facts, State> = { readonly [Fact in keyof Facts]: (past: PastObject<State>) => Facts[Fact] };

/** A class with a getter for each fact. One hidden class for all objects of a kind keeps the replay fast. */
function pastFacts<Facts, State>(readers: Readers<Facts, State>) {
  class PastFacts extends PastObject<State> {}
  for (const [fact, read] of Object.entries<(past: PastObject<State>) => unknown>(readers))
    Object.defineProperty(PastFacts.prototype, fact, {
      get(this: PastObject<State>) {
        return read(this);
      },
    });
  // The loop above has defined a getter for every fact.
  return PastFacts as new (
    ...args: ConstructorParameters<typeof PastFacts>
  ) => PastObject<State> & Facts;
}

const PastNode = pastFacts<FactsOf['node'], StateOfKind['node']>({
  condition: ({ state }) => state.condition,
  isSchedulable: ({ state }) => state.isSchedulable,
  hasTrouble:
    ({ state }) =>
    (condition) =>
      state.troubles.split(',').includes(condition),
  cpuUsedPct: (node) => node.share('cpuUsedCores', node.state.cpuAllocatableCores),
  memUsedPct: (node) => node.share('memUsedBytes', node.state.memAllocatableBytes),
  fsUsedPct: (node) => node.share('fsUsedBytes', 'fsCapacityBytes'),
  inodesUsedPct: (node) => node.share('fsInodesUsed', 'fsInodes'),
  netRxBps: (node) => node.measured('netRxBps'),
  netTxBps: (node) => node.measured('netTxBps'),
  netErrorsPs: (node) => node.measured('netRxErrPs') + node.measured('netTxErrPs'),
});

const PastPod = pastFacts<FactsOf['pod'], PodState>({
  phase: ({ state }) => state.phase,
  isTerminating: ({ state }) => state.status === 'Terminating',
  ageMin: ({ nowMs, createdMs }) => (nowMs - createdMs) / MINUTE_MS,
  readyCnt: ({ state }) => state.readyCnt,
  containerCnt: ({ state }) => state.containerCnt,
  isCrashLooping: ({ state }) => hasReason(state, crashLoopReasons),
  isImagePullFailing: ({ state }) => hasReason(state, imagePullReasons),
  oomKilledMinAgo: ({ nowMs, state }) => (nowMs - (state.oomKilledAtMs ?? Number.NaN)) / MINUTE_MS,
  restartsWithin:
    ({ restarts, nowMs }) =>
    (windowMin) =>
      restarts.length === 0 ? 0 : countWithin(restarts, windowMin * MINUTE_MS, nowMs),
  cpuUsedCores: (pod) => pod.measured('cpuUsedCores'),
  cpuLimitCores: ({ state }) => state.cpuLimitCores,
  memUsedBytes: (pod) => pod.measured('memUsedBytes'),
  memLimitBytes: ({ state }) => state.memLimitBytes,
  ephemeralUsedBytes: (pod) => pod.measured('ephemeralUsedBytes'),
  netRxBps: (pod) => pod.measured('netRxBps'),
  netTxBps: (pod) => pod.measured('netTxBps'),
});

function hasReason({ containers }: PodState, reasons: readonly string[]): boolean {
  return containers.some(({ stateReason }) => stateReason !== null && reasons.includes(stateReason));
}

const PastClaim = pastFacts<FactsOf['claim'], StateOfKind['claim']>({
  phase: ({ state }) => state.phase,
  usedPct: (claim) => claim.share('usedBytes', 'capacityBytes'),
  inodesUsedPct: (claim) => claim.share('inodesUsed', 'inodes'),
  // Forecasts are not stored.
  daysUntilFull: () => Number.NaN,
});

/** The state of a cluster is the sum of its nodes' allocatable resources. */
export const PastCluster = pastFacts<FactsOf['cluster'], (atMs: number) => Allocatable>({
  // Every batch stores sums. A time without sums is a time without contact.
  silentMin: ({ nowMs, measurements }) => Math.max(0, nowMs - measurements.lastMs('podCnt')) / MINUTE_MS,
  isApiReachable: () => null,
  nodeNotReadyCnt: (cluster) => cluster.measured('nodeCnt') - cluster.measured('nodeReadyCnt'),
  podPendingCnt: (cluster) => cluster.measured('podPendingCnt'),
  cpuUsedPct: (cluster) => cluster.share('cpuUsedCores', cluster.state(cluster.nowMs).cpuCores),
  memUsedPct: (cluster) => cluster.share('memUsedBytes', cluster.state(cluster.nowMs).memBytes),
  cpuRequestPct: () => Number.NaN,
  memRequestPct: () => Number.NaN,
  pvUtilizationPct: () => Number.NaN,
  pvUnboundCnt: (cluster) => cluster.measured('pvUnboundCnt'),
});

/** Builds the facts of a kind from stored states and measurements. */
export interface KindAdapter<Kind extends AlarmedKind> {
  readonly kind: Kind;
  readonly scope: (Kind & MetricScope) | null;
  readonly metrics: readonly MetricName[];
  readonly Facts: ReturnType<typeof pastFacts<FactsOf[Kind], StateOfKind[Kind]>>;
  readonly restartCnt?: (state: StateOfKind[Kind]) => number;
}

/** Kinds whose facts need more than their state. */
const measuredKinds: { readonly [Kind in AlarmedKind]?: KindAdapter<Kind> } = {
  node: {
    kind: 'node',
    scope: 'node',
    metrics: [
      ...(['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'fsCapacityBytes', 'fsInodesUsed'] as const),
      ...(['fsInodes', 'netRxBps', 'netTxBps', 'netRxErrPs', 'netTxErrPs'] as const),
    ],
    Facts: PastNode,
  },
  pod: {
    kind: 'pod',
    scope: 'pod',
    metrics: ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
    Facts: PastPod,
    restartCnt: (state) => state.restartCnt,
  },
  claim: {
    kind: 'claim',
    scope: 'claim',
    metrics: ['usedBytes', 'capacityBytes', 'inodesUsed', 'inodes'],
    Facts: PastClaim,
  },
};

export function adapterOf<Kind extends AlarmedKind>(kind: Kind): KindAdapter<Kind> {
  const known: KindAdapter<Kind> | undefined = measuredKinds[kind];
  if (known) return known;
  // Without own facts, the facts of a kind are the fields of its state.
  const readers = Object.keys(kinds[kind].fields).map((field) => [
    field,
    ({ state }: PastObject<object>) => Reflect.get(state, field),
  ]);
  return { kind, scope: null, metrics: [], Facts: pastFacts(Object.fromEntries(readers)) };
}

export function subjectOf<Kind extends AlarmedKind>(
  { Facts, restartCnt }: KindAdapter<Kind>,
  { changes, createdMs }: Lifetime<Kind>,
  measurements: PastMeasurements,
): Subject<Kind> {
  let facts: InstanceType<typeof Facts> | null = null;
  return {
    changeTimes: changes.map(({ atMs }) => atMs),
    factsAfter(index) {
      const { state = null, atMs = 0 } = changes[index] ?? {};
      if (state === null) facts = null;
      else if (facts === null) facts = new Facts(state, measurements, createdMs);
      else {
        const cnt = restartCnt ? restartCnt(state) - restartCnt(facts.state) : 0;
        if (cnt > 0) facts.restarts.push({ atMs, cnt });
        facts.state = state;
      }
      return facts;
    },
  };
}

/** The allocatable resources of nodes at one time. */
interface Allocatable {
  readonly cpuCores: number;
  readonly memBytes: number;
}

/** The allocatable resources of a cluster over time. */
export function allocatableOf(nodes: readonly Lifetime<'node'>[]): (atMs: number) => Allocatable {
  const steps = machinesAmong(nodes, ({ changes }) => changes.some(({ state }) => state?.isVirtual === true))
    .flatMap(({ changes }) =>
      changes.map(({ atMs, state }, index) => {
        const before = changes[index - 1]?.state;
        const cpuCores =
          Math.max(0, state?.cpuAllocatableCores ?? 0) - Math.max(0, before?.cpuAllocatableCores ?? 0);
        const memBytes =
          Math.max(0, state?.memAllocatableBytes ?? 0) - Math.max(0, before?.memAllocatableBytes ?? 0);
        return { atMs, cpuCores, memBytes };
      }),
    )
    .sort((a, b) => a.atMs - b.atMs);
  let next = 0;
  const sum = { cpuCores: 0, memBytes: 0 };
  // Callers pass times in ascending order.
  return (atMs) => {
    for (; (steps[next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs; next++) {
      sum.cpuCores += steps[next]?.cpuCores ?? 0;
      sum.memBytes += steps[next]?.memBytes ?? 0;
    }
    return sum;
  };
}
