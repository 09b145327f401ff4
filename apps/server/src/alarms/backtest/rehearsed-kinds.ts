import type { MetricName } from '@gwanje/contract/metrics';
import type { FactsOf } from '@gwanje/domain/alarms/facts';
import type { LookedAt } from '../../live/views/alarm-look.ts';
import type { StateOfKind } from '../../objects/states.ts';
import { PastClaim, PastNode, type PastObject, PastPod, PastVolume } from './past-facts.ts';
import type { PastFigures } from './past-figures.ts';
import type { Life, RehearsedKind, Turn } from './past-lives.ts';
import type { Subject } from './replay.ts';

/** How objects of a kind are made out of what is stored of them. */
export interface Kind<Target extends LookedAt, Of extends RehearsedKind> {
  readonly target: Target;
  readonly kind: Of;
  readonly scope: 'node' | 'pod' | 'claim' | null;
  readonly metrics: readonly MetricName[];
  readonly make: (
    state: StateOfKind[Of],
    figures: PastFigures,
    life: Life<Of>,
  ) => PastObject<StateOfKind[Of]> & FactsOf[Target];
}

export const nodeKind: Kind<'node', 'node'> = {
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
  make: (state, figures) => new PastNode(state, figures),
};
export const podKind: Kind<'pod', 'pod'> = {
  target: 'pod',
  kind: 'pod',
  scope: 'pod',
  metrics: ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
  make: (state, figures, { createdMs }) => new PastPod(state, figures, createdMs),
};
export const volumeKind: Kind<'volume', 'volume'> = {
  target: 'volume',
  kind: 'volume',
  scope: null,
  metrics: [],
  make: (state, figures) => new PastVolume(state, figures),
};
export const claimKind: Kind<'claim', 'claim'> = {
  target: 'claim',
  kind: 'claim',
  scope: 'claim',
  metrics: ['usedBytes', 'capacityBytes', 'inodesUsed', 'inodes'],
  make: (state, figures) => new PastClaim(state, figures),
};

export function subjectOf<Target extends LookedAt, Of extends RehearsedKind>(
  { make }: Kind<Target, Of>,
  life: Life<Of>,
  figures: PastFigures,
): Subject<Target> {
  let facts: (PastObject<StateOfKind[Of]> & FactsOf[Target]) | null = null;
  return {
    turnTimes: life.turns.map(({ atMs }) => atMs),
    turn(index) {
      const { state = null, atMs = 0 }: Partial<Turn<Of>> = life.turns[index] ?? {};
      if (state === null) facts = null;
      else if (facts === null) facts = make(state, figures, life);
      else facts.become(state, atMs);
      return facts;
    },
  };
}
