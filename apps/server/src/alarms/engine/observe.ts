import type { Metrics } from '@gwanje/backend/observe/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';

export interface Observed {
  readonly raised: Counter;
  readonly seconds: Histogram;
  readonly failures: Counter<'host_id'>;
  readonly failing: Gauge<'host_id'>;
  readonly lastRound: Gauge;
  readonly open: Gauge;
}

export function observeAlarms({ registry }: Metrics): Observed {
  const registers = [registry];
  return {
    raised: new Counter({
      name: 'gwanje_alarms_raised_total',
      help: 'Alarms raised or broken again',
      registers,
    }),
    seconds: new Histogram({
      name: 'gwanje_alarm_evaluation_seconds',
      help: 'Time to look at one cluster',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 1, 5],
      registers,
    }),
    failures: new Counter({
      name: 'gwanje_alarm_evaluation_failures_total',
      help: 'Looks at a cluster that could not be finished',
      labelNames: ['host_id'],
      registers,
    }),
    failing: new Gauge({
      name: 'gwanje_alarm_evaluation_failing',
      help: '1 of a cluster whose last look could not be finished; absent of all others',
      labelNames: ['host_id'],
      registers,
    }),
    lastRound: new Gauge({
      name: 'gwanje_alarm_last_round_seconds',
      help: 'When evaluation last went round; one that stands still is a stalled evaluator',
      registers,
    }),
    open: new Gauge({
      name: 'gwanje_alarms_open',
      help: 'Alarms that are not recovered or closed',
      registers,
    }),
  };
}
