import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/numbers';
import type { CoveredWorkload } from '@gwanje/kinds/disruption-budget/record';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { PageLink } from '#components/links/page-link.tsx';
import { Table } from '#components/list/table.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namedAddress } from '#entities/inventory/object-address.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ConditionTable } from '#entities/object-page/object-tables.tsx';
import { lifeFacts } from '#entities/object-page/panels/facts.tsx';
import { disruptionBudgetList } from '#entities/policies/disruption-budget-list.ts';
import { budgetAppearance, budgetStatusLabels } from '#entities/policies/policy-appearance.ts';

type DisruptionBudgetInfo = InfoOf<'disruptionBudget'>;

export const disruptionBudget: ObjectKind<DisruptionBudgetInfo> = {
  key: 'disruptionBudget',
  query: (id) => infoQuery('disruptionBudget', id),
  state: ({ status }, texts) => budgetAppearance(status, texts),
  crumbs: ({ hostId, namespace }) => [
    { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) },
  ],
  figures: (_tab, { allowedCnt, healthyCnt, expectedCnt, desiredCnt, status }, t) => [
    {
      label: t('disruptionBudgets.allowed'),
      value: formatCount(allowedCnt),
      isBad: status === 'exhausted',
    },
    { label: t('disruptionBudgets.healthy'), value: formatValueOfTotal(healthyCnt, expectedCnt) },
    { label: t('disruptionBudgets.desired'), value: formatCount(desiredCnt) },
  ],
  warning: ({ status }, t) =>
    status === 'exhausted'
      ? { title: t('disruptionBudgets.exhaustedTitle'), text: t('disruptionBudgets.exhaustedText') }
      : null,
  facts: (info, t) => [
    [t('columns.namespace'), info.namespace],
    [t('disruptionBudgets.minAvailable'), info.minAvailable],
    [t('disruptionBudgets.maxUnavailable'), info.maxUnavailable],
    [t('disruptionBudgets.selector'), info.selector],
    ...lifeFacts(info, t),
  ],
  ownFields: {
    fieldLabels: labelsOf(disruptionBudgetList),
    valueLabels: { status: budgetStatusLabels },
    markedFields: ['allowedCnt'],
  },
  inside: ({ hostId, namespace, workloadList }) => (
    <WorkloadsPanel hostId={hostId} namespace={namespace} workloads={workloadList} />
  ),
  morePanels: ({ conditions }, t) => (
    <Panel title={t('columns.condition')}>
      <ConditionTable rows={conditions} />
    </Panel>
  ),
};

interface WorkloadsPanelProps {
  readonly hostId: number;
  readonly namespace: string;
  readonly workloads: readonly CoveredWorkload[];
}

function WorkloadsPanel({ hostId, namespace, workloads }: WorkloadsPanelProps) {
  const t = useT();
  return (
    <Panel title={t('disruptionBudgets.workloads')} note={String(workloads.length)}>
      <Table
        label={t('disruptionBudgets.workloads')}
        columns={{
          name: {
            label: 'disruptionBudgets.workloads',
            cell: (name, { kind }) => (
              <PageLink
                href={namedAddress(kind === 'Pod' ? 'pod' : 'workload', hostId, { name, namespace })}
                text={name}
              />
            ),
          },
          kind: { label: 'columns.type', cell: (kind) => <TextCell text={kind} isQuiet /> },
        }}
        rows={workloads}
        rowId={({ kind, name }) => `${kind}/${name}`}
        empty={<EmptyState icon="mdi-layers-outline" title={t('disruptionBudgets.noWorkloads')} />}
      />
    </Panel>
  );
}
