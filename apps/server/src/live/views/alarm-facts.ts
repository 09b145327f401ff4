import { crashLoopReasons, imagePullReasons } from '@gwanje/kinds/pod/facts';
import { kinds, type StateOfKind } from '@gwanje/kinds/registry';
import { type AlarmedKind, alarmedKinds, type FactsOf } from '@gwanje/kinds/state/facts';
import type { MetricName } from '@gwanje/kinds/state/states';
import { lateMinutes } from '@gwanje/kinds/workload/cron-schedule';
import { percent } from '../query/readers.ts';

const MINUTE_MS = 60_000;

/** An object whose facts alarm items read: as it is now, or as it was at the time that a backtest has reached. */
export interface AlarmedObject<Kind extends AlarmedKind = AlarmedKind> {
  readonly nowMs: number;
  /** The containers of a pod are read with `hasContainer`. */
  readonly state: Omit<StateOfKind[Kind], 'containers'>;
  readonly createdMs: number;
  /** True: a later pod, or for a job a later run, of the same job or cron job has succeeded. */
  readonly isSuperseded: boolean;
  /** True: the disruption budget keeps pods on an unschedulable node. */
  readonly isBlockingDrain: boolean;
  /** Infinity: the usage does not grow. NaN: there is no forecast yet. */
  readonly daysUntilFull: number;
  /** NaN: unknown or stale. */
  measured(metric: MetricName): number;
  /** Number of restarts of a pod in the last `windowMin` minutes. */
  readonly restartsWithin: (windowMin: number) => number;
  /** True: a container of the pod has one of these reasons for its state. */
  hasContainer(reasons: readonly string[]): boolean;
}

/** How each fact follows from an object. */
type Readers<Kind extends AlarmedKind> = {
  readonly [Fact in keyof FactsOf[Kind]]: (object: AlarmedObject<Kind>) => FactsOf[Kind][Fact];
};

/** Kinds whose facts are not simply the fields of their state. */
const ownReaders: { readonly [Kind in AlarmedKind]?: Readers<Kind> } = {
  node: {
    condition: ({ state }) => state.condition,
    isSchedulable: ({ state }) => state.isSchedulable,
    hasTrouble:
      ({ state }) =>
      (condition) =>
        state.troubles !== '' && state.troubles.split(',').includes(condition),
    cpuUsedPct: (node) => percent(node.measured('cpuUsedCores'), node.state.cpuAllocatableCores),
    memUsedPct: (node) => percent(node.measured('memUsedBytes'), node.state.memAllocatableBytes),
    fsUsedPct: (node) => percent(node.measured('fsUsedBytes'), node.measured('fsCapacityBytes')),
    inodesUsedPct: (node) => percent(node.measured('fsInodesUsed'), node.measured('fsInodes')),
    netRxBps: (node) => node.measured('netRxBps'),
    netTxBps: (node) => node.measured('netTxBps'),
    netErrorsPs: (node) => node.measured('netRxErrPs') + node.measured('netTxErrPs'),
  },
  pod: {
    phase: ({ state }) => state.phase,
    isTerminating: ({ state }) => state.deletingAtMs !== null,
    // 0: the time is unknown.
    terminatingMin: ({ nowMs, state }) => (nowMs - (state.deletingAtMs || Number.NaN)) / MINUTE_MS,
    isSuperseded: (pod) => pod.isSuperseded,
    ageMin: ({ nowMs, createdMs }) => (nowMs - createdMs) / MINUTE_MS,
    readyCnt: ({ state }) => state.readyCnt,
    containerCnt: ({ state }) => state.containerCnt,
    isCrashLooping: (pod) => pod.hasContainer(crashLoopReasons),
    isImagePullFailing: (pod) => pod.hasContainer(imagePullReasons),
    oomKilledMinAgo: ({ nowMs, state }) => (nowMs - (state.oomKilledAtMs ?? Number.NaN)) / MINUTE_MS,
    restartsWithin: (pod) => pod.restartsWithin,
    cpuUsedCores: (pod) => pod.measured('cpuUsedCores'),
    cpuLimitCores: ({ state }) => state.cpuLimitCores,
    memUsedBytes: (pod) => pod.measured('memUsedBytes'),
    memLimitBytes: ({ state }) => state.memLimitBytes,
    ephemeralUsedBytes: (pod) => pod.measured('ephemeralUsedBytes'),
    netRxBps: (pod) => pod.measured('netRxBps'),
    netTxBps: (pod) => pod.measured('netTxBps'),
  },
  workload: {
    type: ({ state }) => state.type,
    desiredCnt: ({ state }) => state.desiredCnt,
    availableCnt: ({ state }) => state.availableCnt,
    rolloutPhase: ({ state }) => state.rolloutPhase,
    updateStrategy: ({ state }) => state.updateStrategy,
    jobOutcome: ({ state }) => state.jobOutcome,
    noProgressMin: ({ nowMs, state }) => (nowMs - (state.progressedAtMs ?? Number.NaN)) / MINUTE_MS,
    isSuperseded: (workload) => workload.isSuperseded,
    cronJobLateMin: ({ nowMs, createdMs, state }) => lateMinutes({ ...scheduleOf(state), createdMs }, nowMs),
  },
  disruptionBudget: { isBlockingDrain: (budget) => budget.isBlockingDrain },
  claim: {
    phase: ({ state }) => state.phase,
    usedPct: (claim) => percent(claim.measured('usedBytes'), claim.measured('capacityBytes')),
    inodesUsedPct: (claim) => percent(claim.measured('inodesUsed'), claim.measured('inodes')),
    daysUntilFull: (claim) => (Number.isNaN(claim.measured('usedBytes')) ? Number.NaN : claim.daysUntilFull),
  },
};

type WorkloadSchedule = Pick<
  StateOfKind['workload'],
  'schedule' | 'timeZone' | 'isSuspended' | 'lastRunTime'
>;

function scheduleOf({ schedule, timeZone, isSuspended, lastRunTime }: WorkloadSchedule) {
  return { schedule, timeZone, isSuspended, lastRunMs: lastRunTime };
}

function readersOf<Kind extends AlarmedKind>(
  kind: Kind,
): Readonly<Record<string, (object: AlarmedObject<Kind>) => unknown>> {
  const own: Readers<Kind> | undefined = ownReaders[kind];
  const fields = Object.keys(kinds[kind].fields);
  return (
    own ??
    Object.fromEntries(
      fields.map((field) => [field, ({ state }: AlarmedObject<Kind>) => Reflect.get(state, field)]),
    )
  );
}

/** A class per kind with a getter for each fact: equal hidden classes keep the evaluation fast. */
function factsClass<Kind extends AlarmedKind>(kind: Kind) {
  class Facts {
    readonly object: AlarmedObject<Kind>;

    constructor(object: AlarmedObject<Kind>) {
      this.object = object;
    }
  }
  for (const [fact, read] of Object.entries(readersOf(kind)))
    Object.defineProperty(Facts.prototype, fact, {
      get(this: Facts) {
        return read(this.object);
      },
    });
  // The loop above has defined a getter for every fact.
  return Facts as unknown as new (
    object: AlarmedObject<Kind>,
  ) => FactsOf[Kind];
}

const classes: { readonly [Kind in AlarmedKind]?: ReturnType<typeof factsClass<Kind>> } = Object.fromEntries(
  alarmedKinds.map((kind) => [kind, factsClass(kind)]),
);

/** The facts of an object. They follow the object when it moves to another slot or time. */
export function factsOf<Kind extends AlarmedKind>(kind: Kind, object: AlarmedObject<Kind>): FactsOf[Kind] {
  const Facts: ReturnType<typeof factsClass<Kind>> | undefined = classes[kind];
  if (!Facts) throw new Error(`no facts of ${kind}`);
  return new Facts(object);
}
