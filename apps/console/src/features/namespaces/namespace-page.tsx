import { formatCount, formatPercent } from '@gwanje/domain/formats/numbers';
import { namespacePhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namespaceList } from '#entities/inventory/namespace-list.ts';
import { POD_COLUMNS, podList } from '#entities/inventory/pod-list.ts';
import { WORKLOAD_COLUMNS, workloadList } from '#entities/inventory/workload-list.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ObjectsPanel } from '#entities/object-page/object-tables.tsx';
import { LabelsPanel, lifeFacts } from '#entities/object-page/panels/facts.tsx';
import { QuotasPanel } from './quotas-panel.tsx';

type NamespaceInfo = InfoOf<'namespace'>;

export const namespace: ObjectKind<NamespaceInfo> = {
  key: 'namespace',
  query: (id) => infoQuery('namespace', id),
  state: ({ phase }, texts) => namespacePhaseAppearance(phase, texts),
  figures: (_tab, { workloadCnt, podCnt, quotaCnt, quotaUsedPercent, quotaResource }, t) => [
    { label: t('namespaces.workloadCnt'), value: formatCount(workloadCnt) },
    { label: t('columns.podCnt'), value: formatCount(podCnt) },
    { label: t('namespaces.quotaCnt'), value: formatCount(quotaCnt) },
    {
      label: t('namespaces.quotaUsed'),
      value: formatPercent(quotaUsedPercent),
      percent: quotaUsedPercent,
      ...(quotaResource && { note: quotaResource }),
    },
  ],
  facts: (info, t) => [[t('columns.phase'), info.phase], ...lifeFacts(info, t)],
  ownFields: { fieldLabels: labelsOf(namespaceList) },
  inside: ({ hostId, name, quotaList, isStale, workloadCnt, podCnt }) => (
    <>
      <QuotasPanel quotas={quotaList} isStale={isStale} />
      <ObjectsPanel
        list={workloadList}
        kind="workload"
        columns={WORKLOAD_COLUMNS}
        hostId={hostId}
        filter={{ namespace: [name] }}
        orderBy={['monResult', 'name']}
        expectedCnt={workloadCnt}
      />
      <ObjectsPanel
        list={podList}
        kind="pod"
        columns={POD_COLUMNS}
        hostId={hostId}
        filter={{ namespace: [name] }}
        orderBy={['monResult', '-cpuUsedCores']}
        expectedCnt={podCnt}
      />
    </>
  ),
  morePanels: ({ labels }) => <LabelsPanel labels={labels} />,
};
