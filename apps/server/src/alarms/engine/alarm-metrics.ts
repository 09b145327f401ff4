import type { Metrics } from '@gwanje/backend/observe/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';

export type AlarmMetrics = ReturnType<typeof createAlarmMetrics>;

export function createAlarmMetrics({ registry }: Metrics) {
  const registers = [registry];
  return {
    raised: new Counter({
      name: 'gwanje_alarms_raised_total',
      help: 'Alarms raised or broken again',
      registers,
    }),
    seconds: new Histogram({
      name: 'gwanje_alarm_evaluation_seconds',
      help: 'Time to evaluate one cluster',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 1, 5],
      registers,
    }),
    failures: new Counter({
      name: 'gwanje_alarm_evaluation_failures_total',
      help: 'Failed evaluations of a cluster',
      labelNames: ['host_id'],
      registers,
    }),
    failing: new Gauge({
      name: 'gwanje_alarm_evaluation_failing',
      help: '1 for a cluster whose last evaluation failed; absent for all others',
      labelNames: ['host_id'],
      registers,
    }),
    lastRound: new Gauge({
      name: 'gwanje_alarm_last_round_seconds',
      help: 'Time of the last evaluation round; evaluation is stalled when it stands still',
      registers,
    }),
    open: new Gauge({
      name: 'gwanje_alarms_open',
      help: 'Alarms that are not recovered or closed',
      registers,
    }),
  };
}
