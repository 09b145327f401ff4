import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { autoscalers as ko } from './autoscaler-messages.ko.ts';

export const autoscalers: SameKeys<typeof ko> = {
  list: 'Autoscalers (HPA)',
  tab: 'Autoscalers (HPA)',
  summary: 'Autoscaler summary',
  name: 'Autoscaler',
  status: 'Scaling',
  target: 'Target',
  targetKind: 'Target kind',
  replicas: 'Current / maximum',
  current: 'Current replicas',
  desired: 'Desired replicas',
  min: 'Minimum',
  max: 'Maximum',
  atMaximumSince: 'At maximum since',
  lastScaleTime: 'Last scaled',
  topMetric: 'Highest metric',
  topMetricPercent: 'Of its target',
  metrics: 'Metrics',
  metric: 'Metric',
  metricType: 'Type',
  now: 'Current / target',
  noMetrics: 'No metrics',
  atMaximumText:
    'It has run the most replicas that it may ({{max}}) since {{age}}. It cannot serve more load.',
  states: {
    failing: 'Failing',
    atMaximum: 'At maximum',
    inactive: 'Inactive',
    active: 'Active',
  },
};
