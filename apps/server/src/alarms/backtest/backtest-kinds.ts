import type { FactsOf } from '@gwanje/domain/alarms/facts';
import type { MetricName } from '@gwanje/kinds/metrics';
import type { StateOfKind } from '@gwanje/kinds/registry';
import type { LookedAt } from '../../live/views/alarm-look.ts';
import type { BacktestKind, Lifetime, StateChange } from './lifetime-repository.ts';
import { PastClaim, PastNode, type PastObject, PastPod, PastVolume } from './past-facts.ts';
import type { PastMeasurements } from './past-measurements.ts';
import type { Subject } from './replay.ts';

/** Builds the facts of a kind from stored states and measurements. */
export interface KindAdapter<Target extends LookedAt, Of extends BacktestKind> {
  readonly target: Target;
  readonly kind: Of;
  readonly scope: 'node' | 'pod' | 'claim' | null;
  readonly metrics: readonly MetricName[];
  readonly make: (
    state: StateOfKind[Of],
    measurements: PastMeasurements,
    lifetime: Lifetime<Of>,
  ) => PastObject<StateOfKind[Of]> & FactsOf[Target];
}

export const nodeKind: KindAdapter<'node', 'node'> = {
  target: 'node',
  kind: 'node',
  scope: 'node',
  metrics: [
    'cpuUsedCores',
    'memUsedBytes',
    'fsUsedBytes',
    'fsCapacityBytes',
    'fsInodesUsed',
    'fsInodes',
    'netRxBps',
    'netTxBps',
    'netRxErrPs',
    'netTxErrPs',
  ],
  make: (state, measurements) => new PastNode(state, measurements),
};
export const podKind: KindAdapter<'pod', 'pod'> = {
  target: 'pod',
  kind: 'pod',
  scope: 'pod',
  metrics: ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
  make: (state, measurements, { createdMs }) => new PastPod(state, measurements, createdMs),
};
export const volumeKind: KindAdapter<'volume', 'volume'> = {
  target: 'volume',
  kind: 'volume',
  scope: null,
  metrics: [],
  make: (state, measurements) => new PastVolume(state, measurements),
};
export const claimKind: KindAdapter<'claim', 'claim'> = {
  target: 'claim',
  kind: 'claim',
  scope: 'claim',
  metrics: ['usedBytes', 'capacityBytes', 'inodesUsed', 'inodes'],
  make: (state, measurements) => new PastClaim(state, measurements),
};

export function subjectOf<Target extends LookedAt, Of extends BacktestKind>(
  { make }: KindAdapter<Target, Of>,
  lifetime: Lifetime<Of>,
  measurements: PastMeasurements,
): Subject<Target> {
  let facts: (PastObject<StateOfKind[Of]> & FactsOf[Target]) | null = null;
  return {
    changeTimes: lifetime.changes.map(({ atMs }) => atMs),
    factsAfter(index) {
      const { state = null, atMs = 0 }: Partial<StateChange<Of>> = lifetime.changes[index] ?? {};
      if (state === null) facts = null;
      else if (facts === null) facts = make(state, measurements, lifetime);
      else facts.update(state, atMs);
      return facts;
    },
  };
}
