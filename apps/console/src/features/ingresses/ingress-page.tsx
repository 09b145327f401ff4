import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/numbers';
import type { IngressPath } from '@gwanje/kinds/ingress/record';
import { kinds } from '@gwanje/kinds/registry';
import { listServices } from '@gwanje/kinds/service/calls';
import type { ServiceRow } from '@gwanje/kinds/service/index';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '#components/links/page-link.tsx';
import { bad } from '#components/list/columns/state-appearance.ts';
import { Table } from '#components/list/table.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namedAddress, pageAddress } from '#entities/inventory/object-address.ts';
import { ingressList } from '#entities/network/ingress-list.ts';
import { serviceAppearance } from '#entities/network/service-appearance.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { LabelsPanel, lifeFacts } from '#entities/object-page/panels/facts.tsx';

type IngressInfo = InfoOf<'ingress'>;

const FRESH_MS = 10_000;
/** More than a namespace has in practice. The endpoints of services beyond it show a dash. */
const MAX_SERVICES = 1000;

export const ingress: ObjectKind<IngressInfo> = {
  key: 'ingress',
  query: (id) => infoQuery('ingress', id),
  state: ({ className }, { t }) => ({
    label: className ?? t('ingresses.name'),
    icon: kinds.ingress.icon,
    colour: 'accent',
  }),
  crumbs: ({ hostId, namespace }) => [
    { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) },
  ],
  figures: (_tab, { pathCnt, failingCnt }, t) => [
    { label: t('ingresses.pathCnt'), value: formatCount(pathCnt) },
    {
      label: t('ingresses.failing'),
      value: formatCount(failingCnt),
      isBad: (failingCnt ?? 0) > 0,
      note: t('ingresses.failingText'),
    },
  ],
  facts: (info, t) => [
    [t('ingresses.className'), info.className],
    [t('columns.namespace'), info.namespace],
    [t('ingresses.hosts'), info.hosts.replaceAll(',', ', ')],
    [t('ingresses.tlsHosts'), info.tlsHostList.join(', ')],
    [t('ingresses.addresses'), info.addresses],
    ...lifeFacts(info, t),
  ],
  ownFields: { fieldLabels: labelsOf(ingressList), markedFields: ['hosts', 'services'] },
  inside: (info) => <PathsPanel info={info} />,
  morePanels: ({ labels }) => <LabelsPanel labels={labels} />,
};

/** The paths with the ready endpoints of their services. */
function PathsPanel({ info }: { readonly info: IngressInfo }) {
  const { t } = useTexts();
  const { hostId, namespace, pathList } = info;
  const query = useQuery(
    apiQuery(
      listServices,
      {
        params: { pageNo: 1, pageCnt: MAX_SERVICES },
        body: { filter: { hostId: [info.hostId], namespace: [namespace] } },
      },
      { staleMs: FRESH_MS, changesWith: kindChanges('service') },
    ),
  );
  const services = new Map(query.data?.list.map((service) => [service.name, service]));
  const isWhole = query.data !== undefined && query.data.totalCnt > 0 && query.data.totalCnt <= MAX_SERVICES;
  const rows = pathList.map((path, index) => ({ ...path, index }));
  return (
    <Panel title={t('ingresses.paths')} note={String(rows.length)}>
      <Table<IngressPath & { readonly index: number }>
        label={t('ingresses.paths')}
        columns={{
          host: {
            label: 'ingresses.host',
            cell: (host) => <TextCell text={host ?? t('ingresses.anyHost')} isStrong />,
          },
          path: {
            label: 'ingresses.path',
            cell: (path) => <TextCell text={path ?? t('ingresses.defaultPath')} />,
          },
          pathType: { label: 'ingresses.pathType', cell: (type) => <TextCell text={type ?? '-'} isQuiet /> },
          serviceName: {
            label: 'ingresses.backend',
            cell: (name, { servicePort }) => {
              if (name === null) return t('ingresses.otherBackend');
              const found = services.get(name);
              const text = servicePort === null ? name : `${name}:${servicePort}`;
              return (
                <PageLink href={found ? pageAddress('service', hostId, found.serviceId) : null} text={text} />
              );
            },
          },
          index: {
            label: 'ingresses.endpoints',
            align: 'end',
            cell: (_index, { serviceName }) => (
              <BackendState
                isMissing={isWhole && serviceName !== null && !services.has(serviceName)}
                service={services.get(serviceName ?? '')}
              />
            ),
          },
        }}
        rows={rows}
        rowId={({ index }) => index}
        empty={<EmptyState icon={kinds.ingress.icon} title={t('ingresses.noPaths')} />}
      />
    </Panel>
  );
}

interface BackendStateProps {
  readonly service: ServiceRow | undefined;
  readonly isMissing: boolean;
}

function BackendState({ service, isMissing }: BackendStateProps) {
  const texts = useTexts();
  if (isMissing) return <Chip {...bad} label={texts.t('ingresses.missing')} />;
  if (!service) return '-';
  const appearance = serviceAppearance(service.status, texts);
  const counts = formatValueOfTotal(service.readyCnt, service.endpointCnt);
  return <Chip {...appearance} label={service.readyCnt === null ? appearance.label : counts} />;
}
