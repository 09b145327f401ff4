import { formatCount, formatPercent } from '@gwanje/domain/formats/numbers';
import { namespacePhaseAppearance } from '#components/list/columns/state-appearance.ts';
import type { Translate } from '#core/i18n/i18n.ts';
import { claimList } from '#entities/inventory/claim-list.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namespaceList } from '#entities/inventory/namespace-list.ts';
import { POD_COLUMNS, podList } from '#entities/inventory/pod-list.ts';
import { WORKLOAD_COLUMNS, workloadList } from '#entities/inventory/workload-list.ts';
import { SERVICE_COLUMNS, serviceList } from '#entities/network/service-list.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ObjectsPanel } from '#entities/object-page/object-tables.tsx';
import { LabelsPanel, lifeFacts } from '#entities/object-page/panels/facts.tsx';
import { PodAmountsPanel } from '#entities/object-page/panels/pod-amounts-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import classes from './namespace.module.css';
import { NamespaceAlarms, NamespaceEvents } from './namespace-alarms.tsx';
import { QuotasPanel } from './quotas-panel.tsx';
import './namespace-messages.ts';

type NamespaceInfo = InfoOf<'namespace'>;

const TOP_PODS = 5;
const CLAIM_COLUMNS = ['name', 'phase', 'usedBytes', 'capacityBytes', 'daysUntilFull', 'storageClass'];

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
  alarms: ({ hostId, name }) => <NamespaceAlarms hostId={hostId} namespace={name} />,
  inside: (info, t) => <NamespaceObjects info={info} t={t} />,
  morePanels: ({ labels }) => <LabelsPanel labels={labels} />,
};

function NamespaceObjects({ info, t }: { readonly info: NamespaceInfo; readonly t: Translate }) {
  const { hostId, name, limitList, podAmounts, isStale, workloadCnt, podCnt } = info;
  const inNamespace = { hostId, filter: { namespace: [name] } };
  const topPods = { list: podList, kind: 'pod', rowsShown: TOP_PODS, expectedCnt: podCnt } as const;
  return (
    <>
      <PodAmountsPanel amounts={podAmounts} isStale={isStale} />
      <div className={classes.grid}>
        <QuotasPanel hostId={hostId} namespace={name} />
        <LimitsPanel limits={limitList} />
      </div>
      <ObjectsPanel
        list={workloadList}
        kind="workload"
        columns={WORKLOAD_COLUMNS}
        {...inNamespace}
        orderBy={['monResult', 'name']}
        expectedCnt={workloadCnt}
      />
      <div className={classes.grid}>
        <ObjectsPanel
          {...topPods}
          title={t('namespaces.topCpu')}
          columns={['name', 'cpuUsedCores']}
          {...inNamespace}
          orderBy={['-cpuUsedCores']}
        />
        <ObjectsPanel
          {...topPods}
          title={t('namespaces.topMem')}
          columns={['name', 'memUsedBytes']}
          {...inNamespace}
          orderBy={['-memUsedBytes']}
        />
      </div>
      <ObjectsPanel
        list={podList}
        kind="pod"
        columns={POD_COLUMNS}
        {...inNamespace}
        orderBy={['monResult', 'name']}
        expectedCnt={podCnt}
      />
      <div className={classes.grid}>
        <ObjectsPanel
          list={serviceList}
          kind="service"
          columns={SERVICE_COLUMNS.filter((id) =>
            ['name', 'status', 'readyCnt', 'type', 'ports'].includes(id),
          )}
          {...inNamespace}
          orderBy={['status', 'name']}
        />
        <ObjectsPanel
          list={claimList}
          kind="claim"
          columns={CLAIM_COLUMNS}
          {...inNamespace}
          orderBy={['monResult', '-usedPct']}
        />
      </div>
      <NamespaceEvents hostId={hostId} namespace={name} />
    </>
  );
}
