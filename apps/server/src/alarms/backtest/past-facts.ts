import { countWithin, type Occurrence } from '@gwanje/domain/alarms/event-rule';
import type { ClaimFacts } from '@gwanje/kinds/claim/facts';
import type { ClaimState } from '@gwanje/kinds/claim/fields';
import type { ClusterFacts } from '@gwanje/kinds/cluster/facts';
import type { NodeFacts } from '@gwanje/kinds/node/facts';
import type { NodeState } from '@gwanje/kinds/node/fields';
import { crashLoopReasons, imagePullReasons, type PodFacts } from '@gwanje/kinds/pod/facts';
import type { PodState } from '@gwanje/kinds/pod/fields';
import type { MetricName } from '@gwanje/kinds/state/metrics';
import type { Allocatable } from './allocatable.ts';
import type { PastMeasurements } from './past-measurements.ts';

const MINUTE_MS = 60_000;

/* The facts that items read, at a past time. The replay moves `nowMs` and `state` forward. */

export abstract class PastObject<State> {
  nowMs = 0;
  state: State;
  readonly #measurements: PastMeasurements;

  constructor(state: State, measurements: PastMeasurements) {
    this.state = state;
    this.#measurements = measurements;
  }

  update(state: State, _atMs: number): void {
    this.state = state;
  }

  protected measured(metric: MetricName): number {
    return this.#measurements.at(metric, this.nowMs);
  }

  protected share(part: MetricName, whole: number | MetricName): number {
    return percent(this.measured(part), typeof whole === 'number' ? whole : this.measured(whole));
  }
}

export class PastNode extends PastObject<NodeState> implements NodeFacts {
  get condition() {
    return this.state.condition;
  }
  get isSchedulable() {
    return this.state.isSchedulable;
  }
  hasTrouble(condition: string) {
    return this.state.troubles.split(',').includes(condition);
  }
  get cpuUsedPct() {
    return this.share('cpuUsedCores', this.state.cpuAllocatableCores);
  }
  get memUsedPct() {
    return this.share('memUsedBytes', this.state.memAllocatableBytes);
  }
  get fsUsedPct() {
    return this.share('fsUsedBytes', 'fsCapacityBytes');
  }
  get inodesUsedPct() {
    return this.share('fsInodesUsed', 'fsInodes');
  }
  get netRxBps() {
    return this.measured('netRxBps');
  }
  get netTxBps() {
    return this.measured('netTxBps');
  }
  get netErrorsPs() {
    return this.measured('netRxErrPs') + this.measured('netTxErrPs');
  }
}

export class PastPod extends PastObject<PodState> implements PodFacts {
  readonly #createdMs: number;
  readonly #restarts: Occurrence[] = [];

  constructor(state: PodState, measurements: PastMeasurements, createdMs: number) {
    super(state, measurements);
    this.#createdMs = createdMs;
  }

  override update(state: PodState, atMs: number): void {
    const cnt = state.restartCnt - this.state.restartCnt;
    if (cnt > 0) this.#restarts.push({ atMs, cnt });
    this.state = state;
  }

  get phase() {
    return this.state.phase;
  }
  get isTerminating() {
    return this.state.status === 'Terminating';
  }
  get ageMin() {
    return (this.nowMs - this.#createdMs) / MINUTE_MS;
  }
  get readyCnt() {
    return this.state.readyCnt;
  }
  get containerCnt() {
    return this.state.containerCnt;
  }
  get isCrashLooping() {
    return this.#hasReason(crashLoopReasons);
  }
  get isImagePullFailing() {
    return this.#hasReason(imagePullReasons);
  }
  get oomKilledMinAgo() {
    return (this.nowMs - (this.state.oomKilledAtMs ?? Number.NaN)) / MINUTE_MS;
  }
  restartsWithin(windowMin: number) {
    return this.#restarts.length === 0 ? 0 : countWithin(this.#restarts, windowMin * MINUTE_MS, this.nowMs);
  }
  get cpuUsedCores() {
    return this.measured('cpuUsedCores');
  }
  get cpuLimitCores() {
    return this.state.cpuLimitCores;
  }
  get memUsedBytes() {
    return this.measured('memUsedBytes');
  }
  get memLimitBytes() {
    return this.state.memLimitBytes;
  }
  get ephemeralUsedBytes() {
    return this.measured('ephemeralUsedBytes');
  }
  get netRxBps() {
    return this.measured('netRxBps');
  }
  get netTxBps() {
    return this.measured('netTxBps');
  }

  #hasReason(reasons: readonly string[]): boolean {
    return this.state.containers.some(
      ({ stateReason }) => stateReason !== null && reasons.includes(stateReason),
    );
  }
}

/** Facts that are the fields of the state. */
export class PastState<State extends object> extends PastObject<State> {
  constructor(state: State, measurements: PastMeasurements) {
    super(state, measurements);
    for (const field of Object.keys(state))
      Object.defineProperty(this, field, { get: () => Reflect.get(this.state, field) });
  }
}

export class PastClaim extends PastObject<ClaimState> implements ClaimFacts {
  get phase() {
    return this.state.phase;
  }
  get usedPct() {
    return this.share('usedBytes', 'capacityBytes');
  }
  get inodesUsedPct() {
    return this.share('inodesUsed', 'inodes');
  }
  /** Forecasts are not stored. */
  get daysUntilFull() {
    return Number.NaN;
  }
}

export class PastCluster implements ClusterFacts {
  nowMs = 0;
  readonly #measurements: PastMeasurements;
  readonly #allocatable: (atMs: number) => Allocatable;

  constructor(measurements: PastMeasurements, allocatable: (atMs: number) => Allocatable) {
    this.#measurements = measurements;
    this.#allocatable = allocatable;
  }

  /** Every batch stores sums. A time without sums is a time without contact. */
  get silentMin() {
    return Math.max(0, this.nowMs - this.#measurements.lastMs('podCnt')) / MINUTE_MS;
  }
  get isApiReachable() {
    return null;
  }
  get nodeNotReadyCnt() {
    return this.#measured('nodeCnt') - this.#measured('nodeReadyCnt');
  }
  get podPendingCnt() {
    return this.#measured('podPendingCnt');
  }
  get cpuUsedPct() {
    return percent(this.#measured('cpuUsedCores'), this.#allocatable(this.nowMs).cpuCores);
  }
  get memUsedPct() {
    return percent(this.#measured('memUsedBytes'), this.#allocatable(this.nowMs).memBytes);
  }
  get cpuRequestPct() {
    return Number.NaN;
  }
  get memRequestPct() {
    return Number.NaN;
  }
  get pvUtilizationPct() {
    return Number.NaN;
  }
  get pvUnboundCnt() {
    return this.#measured('pvUnboundCnt');
  }

  #measured(metric: MetricName<'cluster'>): number {
    return this.#measurements.at(metric, this.nowMs);
  }
}

function percent(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : Number.NaN;
}
