import { countWithin, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import type { ClusterFacts } from '@gwanje/kinds/cluster/facts';
import type { MetricScope, StateOfKind } from '@gwanje/kinds/registry';
import type { AlarmedKind } from '@gwanje/kinds/state/facts';
import type { MetricName } from '@gwanje/kinds/state/states';
import { percent } from '../../live/query/readers.ts';
import { type AlarmedObject, factsOf } from '../../live/views/alarm-facts.ts';
import { machinesAmong } from '../../live/views/machines.ts';
import type { Lifetime } from './lifetime-repository.ts';
import type { PastMeasurements } from './past-measurements.ts';
import type { Subject } from './replay.ts';

const MINUTE_MS = 60_000;

/** The metrics that the facts of a kind read. The facts of other kinds are the fields of their state. */
export const factMetrics = {
  node: [
    ...(['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'fsCapacityBytes', 'fsInodesUsed'] as const),
    ...(['fsInodes', 'netRxBps', 'netTxBps', 'netRxErrPs', 'netTxErrPs'] as const),
  ],
  pod: ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
  claim: ['usedBytes', 'capacityBytes', 'inodesUsed', 'inodes'],
} as const satisfies { readonly [Kind in AlarmedKind & MetricScope]?: readonly MetricName<Kind>[] };

/** The kind, if its facts read metrics. */
export function measuredKind(kind: AlarmedKind): keyof typeof factMetrics | undefined {
  return isMeasured(kind) ? kind : undefined;
}

function isMeasured(kind: AlarmedKind): kind is keyof typeof factMetrics {
  return Object.hasOwn(factMetrics, kind);
}

/** An object at the past time that its replay has reached. The replay moves `nowMs` and `state` forward. */
class PastObject<Kind extends AlarmedKind> implements AlarmedObject<Kind> {
  nowMs = 0;
  state: StateOfKind[Kind];
  readonly createdMs: number;
  /** An object is replayed without the others. */
  readonly isSuperseded = false;
  readonly isBlockingDrain = false;
  /** Forecasts are not stored. */
  readonly daysUntilFull = Number.NaN;
  readonly #measurements: PastMeasurements;
  readonly #restarts: Occurrence[] = [];

  constructor(state: StateOfKind[Kind], measurements: PastMeasurements, createdMs: number) {
    this.state = state;
    this.#measurements = measurements;
    this.createdMs = createdMs;
  }

  update(state: StateOfKind[Kind], atMs: number): void {
    const cnt = restartCntOf(state) - restartCntOf(this.state);
    if (cnt > 0) this.#restarts.push({ atMs, cnt });
    this.state = state;
  }

  measured(metric: MetricName): number {
    return this.#measurements.at(metric, this.nowMs);
  }

  readonly restartsWithin = (windowMin: number): number =>
    countWithin(this.#restarts, windowMin * MINUTE_MS, this.nowMs);

  hasContainer(reasons: readonly string[]): boolean {
    const containers = 'containers' in this.state ? this.state.containers : [];
    return containers.some(({ stateReason }) => stateReason !== null && reasons.includes(stateReason));
  }
}

/** The sum over all containers. The column RESTARTS leaves some out, depending on the phase of the pod. */
function restartCntOf(state: StateOfKind[AlarmedKind]): number {
  const containers = 'containers' in state ? state.containers : [];
  return containers.reduce((sum, { restartCnt }) => sum + restartCnt, 0);
}

export function subjectOf<Kind extends AlarmedKind>(
  kind: Kind,
  { changes, createdMs }: Lifetime<Kind>,
  measurements: PastMeasurements,
): Subject<Kind> {
  let object: PastObject<Kind> | null = null;
  let facts: ReturnType<typeof factsOf<Kind>> | null = null;
  return {
    changeTimes: changes.map(({ atMs }) => atMs),
    apply(index) {
      const { state = null, atMs = 0 } = changes[index] ?? {};
      if (state === null) object = null;
      else if (object !== null) object.update(state, atMs);
      else {
        object = new PastObject<Kind>(state, measurements, createdMs);
        facts = factsOf(kind, object);
      }
      return object !== null;
    },
    factsAt(nowMs) {
      if (object === null) return null;
      object.nowMs = nowMs;
      return facts;
    },
  };
}

/** `allocatableAt` must be called with times in ascending order. */
export function clusterSubject(
  fromMs: number,
  measurements: PastMeasurements,
  allocatableAt: (atMs: number) => Allocatable,
): Subject<'cluster'> {
  return {
    changeTimes: [fromMs],
    apply: () => true,
    factsAt(nowMs): ClusterFacts {
      const measured = (metric: MetricName<'cluster'>) => measurements.at(metric, nowMs);
      const { cpuCores, memBytes } = allocatableAt(nowMs);
      return {
        // Every batch stores sums. A time without sums is a time without contact.
        silentMin: Math.max(0, nowMs - measurements.lastMs('podCnt')) / MINUTE_MS,
        isApiReachable: null,
        nodeNotReadyCnt: measured('nodeCnt') - measured('nodeReadyCnt'),
        podPendingCnt: measured('podPendingCnt'),
        statisticsMissingPct: Number.NaN,
        cpuUsedPct: percent(measured('cpuUsedCores'), cpuCores),
        memUsedPct: percent(measured('memUsedBytes'), memBytes),
        cpuRequestPct: Number.NaN,
        memRequestPct: Number.NaN,
        pvUtilizationPct: Number.NaN,
        pvUnboundCnt: measured('pvUnboundCnt'),
      };
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
  return (atMs) => {
    for (; (steps[next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs; next++) {
      sum.cpuCores += steps[next]?.cpuCores ?? 0;
      sum.memBytes += steps[next]?.memBytes ?? 0;
    }
    return sum;
  };
}
