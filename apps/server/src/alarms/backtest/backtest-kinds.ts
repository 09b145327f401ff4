import type { MetricScope, StateOfKind } from '@gwanje/kinds/registry';
import type { AlarmedKind, FactsOf } from '@gwanje/kinds/state/facts';
import type { MetricName } from '@gwanje/kinds/state/metrics';
import type { Lifetime, StateChange } from './lifetime-repository.ts';
import { PastClaim, PastNode, type PastObject, PastPod, PastState } from './past-facts.ts';
import type { PastMeasurements } from './past-measurements.ts';
import type { Subject } from './replay.ts';

/** Builds the facts of a kind from stored states and measurements. */
export interface KindAdapter<Kind extends AlarmedKind> {
  readonly kind: Kind;
  readonly scope: (Kind & MetricScope) | null;
  readonly metrics: readonly MetricName[];
  readonly make: (
    state: StateOfKind[Kind],
    measurements: PastMeasurements,
    lifetime: Lifetime<Kind>,
  ) => PastObject<StateOfKind[Kind]> & FactsOf[Kind];
}

/** Kinds whose facts need more than their state. */
const measuredKinds: { readonly [Kind in AlarmedKind]?: KindAdapter<Kind> } = {
  node: {
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
  },
  pod: {
    kind: 'pod',
    scope: 'pod',
    metrics: ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
    make: (state, measurements, { createdMs }) => new PastPod(state, measurements, createdMs),
  },
  claim: {
    kind: 'claim',
    scope: 'claim',
    metrics: ['usedBytes', 'capacityBytes', 'inodesUsed', 'inodes'],
    make: (state, measurements) => new PastClaim(state, measurements),
  },
};

export function adapterOf<Kind extends AlarmedKind>(kind: Kind): KindAdapter<Kind> {
  const known: KindAdapter<Kind> | undefined = measuredKinds[kind];
  if (known) return known;
  const make: KindAdapter<Kind>['make'] = (state, measurements) =>
    // Without own facts, the facts of a kind are the fields of its state.
    new PastState(state, measurements) as unknown as ReturnType<KindAdapter<Kind>['make']>;
  return { kind, scope: null, metrics: [], make };
}

export function subjectOf<Kind extends AlarmedKind>(
  { make }: KindAdapter<Kind>,
  lifetime: Lifetime<Kind>,
  measurements: PastMeasurements,
): Subject<Kind> {
  let facts: (PastObject<StateOfKind[Kind]> & FactsOf[Kind]) | null = null;
  return {
    changeTimes: lifetime.changes.map(({ atMs }) => atMs),
    factsAfter(index) {
      const { state = null, atMs = 0 }: Partial<StateChange<Kind>> = lifetime.changes[index] ?? {};
      if (state === null) facts = null;
      else if (facts === null) facts = make(state, measurements, lifetime);
      else facts.update(state, atMs);
      return facts;
    },
  };
}
