import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/numbers';
import type { Endpoint, ServicePort } from '@gwanje/kinds/service/record';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { PageLink } from '#components/links/page-link.tsx';
import { bad, good } from '#components/list/columns/state-appearance.ts';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namedAddress } from '#entities/inventory/object-address.ts';
import { serviceAppearance, serviceStatusLabels } from '#entities/network/service-appearance.ts';
import { serviceList } from '#entities/network/service-list.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { LabelsPanel, lifeFacts } from '#entities/object-page/panels/facts.tsx';

type ServiceInfo = InfoOf<'service'>;

export const service: ObjectKind<ServiceInfo> = {
  key: 'service',
  query: (id) => infoQuery('service', id),
  state: ({ status }, texts) => serviceAppearance(status, texts),
  crumbs: ({ hostId, namespace }) => [
    { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) },
  ],
  figures: (_tab, { readyCnt, endpointCnt, portList, status }, t) => [
    {
      label: t('services.ready'),
      value: formatValueOfTotal(readyCnt, endpointCnt),
      isBad: status === 'none',
    },
    { label: t('services.ports'), value: formatCount(portList.length) },
  ],
  warning: ({ status }, t) =>
    status === 'none' ? { title: t('services.noneTitle'), text: t('services.noneText') } : null,
  facts: (info, t) => [
    [t('services.type'), info.type],
    [t('columns.namespace'), info.namespace],
    [t('services.clusterIp'), info.clusterIp ?? t('services.headless')],
    [t('services.external'), info.externalAddress],
    ...lifeFacts(info, t),
  ],
  ownFields: {
    fieldLabels: labelsOf(serviceList),
    valueLabels: { status: serviceStatusLabels },
    markedFields: ['status', 'type', 'ports'],
  },
  inside: (info) => (
    <>
      <PortsPanel ports={info.portList} />
      <EndpointsPanel info={info} />
    </>
  ),
  morePanels: ({ labels, selector }, t) => (
    <>
      <LabelsPanel title={t('services.selector')} none={t('services.noSelector')} labels={selector} />
      <LabelsPanel labels={labels} />
    </>
  ),
};

const portColumns: TableColumns<ServicePort> = {
  name: { label: 'services.portName', cell: (name) => <TextCell text={name ?? '-'} isStrong /> },
  port: { label: 'services.port', align: 'end', cell: (port) => String(port) },
  targetPort: { label: 'services.targetPort', align: 'end', cell: (port) => port ?? '-' },
  nodePort: {
    label: 'services.nodePort',
    align: 'end',
    cell: (port) => (port === null ? '-' : String(port)),
  },
  protocol: { label: 'services.protocol', cell: (protocol) => <TextCell text={protocol} isQuiet /> },
};

function PortsPanel({ ports }: { readonly ports: readonly ServicePort[] }) {
  const t = useT();
  return (
    <Panel title={t('services.ports')} note={String(ports.length)}>
      <Table
        label={t('services.ports')}
        columns={portColumns}
        rows={ports}
        rowId={({ port, protocol }) => `${port}/${protocol}`}
        empty={<EmptyState icon="mdi-lan" title={t('services.noPorts')} />}
      />
    </Panel>
  );
}

function EndpointsPanel({ info }: { readonly info: ServiceInfo }) {
  const t = useT();
  const { hostId, namespace, endpointList, readyCnt, endpointCnt } = info;
  const isUnknown = endpointList === null;
  const columns: TableColumns<Endpoint> = {
    address: { label: 'services.address', cell: (address) => <TextCell text={address} isStrong /> },
    isReady: {
      label: 'services.isReady',
      cell: (isReady) => (
        <Chip
          {...(isReady ? good : bad)}
          label={t(isReady ? 'services.states.ready' : 'services.notReady')}
        />
      ),
    },
    podName: {
      label: 'columns.pod',
      cell: (name) =>
        name === null ? (
          '-'
        ) : (
          <PageLink href={namedAddress('pod', hostId, { name, namespace })} text={name} />
        ),
    },
    nodeName: {
      label: 'columns.node',
      cell: (name) =>
        name === null ? '-' : <PageLink href={namedAddress('node', hostId, { name })} text={name} />,
    },
  };
  return (
    <Panel title={t('services.endpoints')} note={formatValueOfTotal(readyCnt, endpointCnt)}>
      <Table
        label={t('services.endpoints')}
        columns={columns}
        rows={endpointList ?? []}
        rowId={({ address, podName }) => `${address} ${podName}`}
        empty={
          <EmptyState
            icon="mdi-lan"
            title={t(isUnknown ? 'services.endpointsUnknown' : 'services.noEndpoints')}
            text={t(isUnknown ? 'services.endpointsUnknownText' : 'services.noEndpointsText')}
          />
        }
      />
    </Panel>
  );
}
