import { Panel } from '@gwanje/ui/panel';
import { nodeConditionAppearance } from '#components/list/columns/state-appearance.ts';
import type { Translate } from '#core/i18n/i18n.ts';
import { childAppearance, namedAppearance } from '#entities/inventory/child-state.ts';
import { infoQuery, type NodeInfo } from '#entities/inventory/info-queries.ts';
import { POD_COLUMNS, podList } from '#entities/inventory/pod-list.ts';
import { nodeCharts } from '#entities/object-page/charts/chart-plan.ts';
import { nodeFigures } from '#entities/object-page/figures.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ConditionTable, ObjectsPanel } from '#entities/object-page/object-tables.tsx';
import { type Fact, LabelsPanel, lifeFacts } from '#entities/object-page/panels/facts.tsx';
import panels from '#entities/object-page/panels/panels.module.css';

const COLUMNS = POD_COLUMNS.toSpliced(1, 0, 'namespace');

export const node: ObjectKind<NodeInfo> = {
  key: 'node',
  query: (id) => infoQuery('node', id),
  state: ({ condition }, texts) => nodeConditionAppearance(condition, texts),
  moreStates: (info, texts) => namedAppearance(childAppearance(info, texts), texts.t('columns.podStates')),
  sameNameIds: ({ sameNameNodeIdList }) => sameNameNodeIdList,
  moreTabs: [{ path: '/mon/node/history-list', labelKey: 'monitoring.tabs.history' }],
  figures: nodeFigures,
  resources: { scope: 'node', usage: (info) => info, charts: nodeCharts },
  facts: nodeFacts,
  inside: ({ nodeId, hostId, name, podsByPhase, podCnt }) => (
    <ObjectsPanel
      list={podList}
      kind="pod"
      columns={COLUMNS}
      hostId={hostId}
      filter={{ nodeId: [nodeId] }}
      orderBy={['-cpuUsedCores']}
      listed={{ nodeName: [name] }}
      expectedCnt={podCnt}
      note={Object.entries(podsByPhase)
        .map(([phase, cnt]) => `${phase} ${cnt}`)
        .join(' · ')}
    />
  ),
  morePanels: ({ conditions, taints, labels }, t) => (
    <>
      <Panel title={t('columns.condition')}>
        <ConditionTable rows={conditions} />
      </Panel>
      <div className={`${panels.wide} ${panels.stack}`}>
        <LabelsPanel
          title={t('monitoring.taints')}
          none={t('monitoring.noTaints')}
          labels={Object.fromEntries(
            taints.map(({ key, value, effect }) => [key, [value, effect].filter(Boolean).join(':')]),
          )}
        />
        <LabelsPanel labels={labels} />
      </div>
    </>
  ),
};

function nodeFacts(info: NodeInfo, t: Translate): Fact[] {
  return [
    [t('columns.roles'), info.roles],
    [t('columns.pool'), info.pool],
    [t('columns.zone'), info.zone],
    [t('columns.instanceType'), info.instanceType],
    [t('columns.internalIp'), info.internalIp],
    [t('columns.isSchedulable'), t(info.isSchedulable ? 'monitoring.yes' : 'monitoring.no')],
    [t('columns.kubeletVersion'), info.kubeletVersion],
    [t('monitoring.fact.runtime'), info.containerRuntime],
    [t('monitoring.fact.os'), info.osImage],
    [t('monitoring.fact.kernel'), `${info.kernelVersion} (${info.architecture})`],
    [t('monitoring.fact.providerId'), info.providerId],
    ...lifeFacts(info, t),
  ];
}
