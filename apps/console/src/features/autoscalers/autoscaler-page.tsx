import { formatCount, formatNumber, formatPercent } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { AutoscalerMetric } from '@gwanje/kinds/autoscaler/record';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { PageLink } from '#components/links/page-link.tsx';
import { ShareCell } from '#components/list/columns/column-formats.tsx';
import { Table } from '#components/list/table.tsx';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namedAddress } from '#entities/inventory/object-address.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ConditionTable } from '#entities/object-page/object-tables.tsx';
import { type Fact, lifeFacts } from '#entities/object-page/panels/facts.tsx';
import { autoscalerList } from '#entities/policies/autoscaler-list.ts';
import { autoscalerAppearance, autoscalerStatusLabels } from '#entities/policies/policy-appearance.ts';

type AutoscalerInfo = InfoOf<'autoscaler'>;

export const autoscaler: ObjectKind<AutoscalerInfo> = {
  key: 'autoscaler',
  query: (id) => infoQuery('autoscaler', id),
  state: ({ status }, texts) => autoscalerAppearance(status, texts),
  crumbs: ({ hostId, namespace }) => [
    { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) },
  ],
  figures: (_tab, { currentCnt, desiredCnt, minCnt, maxCnt, topMetric, topMetricPercent }, t) => [
    { label: t('autoscalers.current'), value: formatCount(currentCnt) },
    { label: t('autoscalers.desired'), value: formatCount(desiredCnt) },
    { label: t('autoscalers.min'), value: formatCount(minCnt) },
    { label: t('autoscalers.max'), value: formatCount(maxCnt) },
    {
      label: t('autoscalers.topMetricPercent'),
      value: formatPercent(topMetricPercent),
      ...(topMetric && { note: topMetric }),
    },
  ],
  warning: ({ status, atMaximumSince, maxCnt }, t) =>
    status === 'atMaximum'
      ? {
          title: t('autoscalers.states.atMaximum'),
          text: t('autoscalers.atMaximumText', { age: formatTimestamp(atMaximumSince), max: String(maxCnt) }),
        }
      : null,
  facts: autoscalerFacts,
  ownFields: {
    fieldLabels: labelsOf(autoscalerList),
    valueLabels: { status: autoscalerStatusLabels },
    markedFields: ['desiredCnt', 'minCnt', 'maxCnt', 'status'],
  },
  inside: ({ metricList, isStale }) => <MetricsPanel metrics={metricList} isStale={isStale} />,
  morePanels: ({ conditions }, t) => (
    <Panel title={t('columns.condition')}>
      <ConditionTable rows={conditions} />
    </Panel>
  ),
};

function autoscalerFacts(info: AutoscalerInfo, t: Translate): Fact[] {
  const { hostId, namespace, targetKind, targetName } = info;
  return [
    [
      t('autoscalers.target'),
      <PageLink
        key="target"
        href={namedAddress('workload', hostId, { name: targetName, namespace })}
        text={`${targetKind} ${targetName}`}
      />,
    ],
    [t('columns.namespace'), namespace],
    [t('autoscalers.atMaximumSince'), formatTimestamp(info.atMaximumSince)],
    [t('autoscalers.lastScaleTime'), formatTimestamp(info.lastScaleTime)],
    ...lifeFacts(info, t),
  ];
}

interface MetricsPanelProps {
  readonly metrics: readonly AutoscalerMetric[];
  readonly isStale: boolean;
}

function MetricsPanel({ metrics, isStale }: MetricsPanelProps) {
  const t = useT();
  const rows = metrics.map((metric, index) => ({
    ...metric,
    index,
    percent: metric.current === null || !metric.target ? null : (metric.current / metric.target) * 100,
  }));
  return (
    <Panel title={t('autoscalers.metrics')}>
      <Table
        label={t('autoscalers.metrics')}
        columns={{
          name: {
            label: 'autoscalers.metric',
            cell: (name, { container }) => (
              <TextCell text={container === null ? name : `${name} (${container})`} isStrong />
            ),
          },
          type: { label: 'autoscalers.metricType', cell: (type) => <TextCell text={type} isQuiet /> },
          percent: {
            label: 'autoscalers.now',
            align: 'end',
            width: '45%',
            cell: (percent, { current, target, unit }) => {
              const text = (amount: number | null) =>
                unit === 'percent' ? formatPercent(amount) : formatNumber(amount);
              const amounts = `${text(current)} / ${text(target)}`;
              return percent === null ? (
                <TextCell text={amounts} />
              ) : (
                <ShareCell name={amounts} percent={percent} isStale={isStale} />
              );
            },
          },
        }}
        rows={rows}
        rowId={({ index }) => index}
        empty={<EmptyState icon="mdi-gauge-empty" title={t('autoscalers.noMetrics')} />}
      />
    </Panel>
  );
}
