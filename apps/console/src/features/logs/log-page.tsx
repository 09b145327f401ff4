import { HostId } from '@gwanje/contract/definition/fields';
import { getLogAccess } from '@gwanje/contract/objects/logs';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { kinds, pageTabs } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useTitlePart } from '#core/navigation/window-title.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { clusterAddress, pageAddress } from '#entities/inventory/object-address.ts';
import { type LogKind, logPath } from '#entities/logs/log-address.ts';
import { ObjectLoader } from '#entities/object-page/object-frame.tsx';
import { LogAccess } from './log-access.tsx';
import { type LogTarget, targetsOfPod, useWorkloadTargets } from './log-targets.ts';
import { LogView } from './view/log-view.tsx';
import '@gwanje/ui/chart/palette.css';
import '#components/list/object-list-messages.ts';
import '#entities/object-page/monitoring-messages.ts';

interface LogPageProps {
  readonly kind: LogKind;
}

/** The log of a pod, a container, or all pods of a workload. */
export function LogPage({ kind }: LogPageProps) {
  const { search } = useAddress();
  const id = parseIdText(search[kinds[kind].idName]) ?? 0;
  if (kind === 'pod') return <PodLog key={id} id={id} />;
  return kind === 'container' ? <ContainerLog key={id} id={id} /> : <WorkloadLog key={id} id={id} />;
}

interface ObjectLogProps {
  readonly id: number;
}

function PodLog({ id }: ObjectLogProps) {
  return (
    <ObjectLoader query={useQuery(infoQuery('pod', id))}>
      {(info) => (
        <Frame kind="pod" id={id} info={info}>
          <LogView targets={targetsOfPod(info)} isOneContainer={false} fileName={info.name} />
        </Frame>
      )}
    </ObjectLoader>
  );
}

function ContainerLog({ id }: ObjectLogProps) {
  return (
    <ObjectLoader query={useQuery(infoQuery('container', id))}>
      {(info) => {
        const target: LogTarget = { ...info, containerName: info.name };
        return (
          <Frame kind="container" id={id} info={info}>
            <LogView targets={[target]} isOneContainer fileName={`${info.podName} ${info.name}`} />
          </Frame>
        );
      }}
    </ObjectLoader>
  );
}

function WorkloadLog({ id }: ObjectLogProps) {
  return (
    <ObjectLoader query={useQuery(infoQuery('workload', id))}>
      {(info) => (
        <Frame kind="workload" id={id} info={info}>
          <WorkloadLogView info={info} />
        </Frame>
      )}
    </ObjectLoader>
  );
}

function WorkloadLogView({ info }: { readonly info: InfoOf<'workload'> }) {
  const t = useT();
  const { targets, isPending, query } = useWorkloadTargets(info);
  if (targets.length > 0) return <LogView targets={targets} isOneContainer={false} fileName={info.name} />;
  if (query)
    return (
      <Panel>
        <LoadFailed title={t('monitoring.podsFailed')} query={query} />
      </Panel>
    );
  if (isPending)
    return (
      <Panel padded>
        <SkeletonLines label={t('shell.loading')} lines={12} />
      </Panel>
    );
  return <EmptyState title={t('logs.empty.noContainers')} text={t('logs.empty.noContainersText')} />;
}

interface FrameProps {
  readonly kind: LogKind;
  readonly id: number;
  readonly info: Pick<InfoOf<'pod'>, 'hostId' | 'clusterName' | 'name' | 'deletedAt'> & {
    readonly podId?: number;
    readonly podName?: string;
  };
  readonly children: ReactNode;
}

const FRESH_MS = 10_000;

/** The header and tabs of the object; the content only for those who may read logs. */
function Frame({ kind, id, info, children }: FrameProps) {
  const t = useT();
  const { hostId, clusterName, name, deletedAt, podId, podName } = info;
  useTitlePart('own', `${name} ${t('monitoring.tabs.log')}`);
  const access = useQuery(
    apiQuery(
      getLogAccess,
      { params: { hostId: HostId.parse(hostId) } },
      { staleMs: FRESH_MS, changesWith: ['state'] },
    ),
  );
  const crumbs = [
    { id: 'cluster', link: <PageLink href={clusterAddress(hostId)} text={clusterName} /> },
    ...(kind === 'container' && podId !== undefined && podName !== undefined
      ? [{ id: 'pod', link: <PageLink href={pageAddress('pod', hostId, podId)} text={podName} /> }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={crumbs}
        breadcrumbsLabel={t('common.path')}
        marks={
          deletedAt !== null && (
            <Chip colour="grey" icon="mdi-delete-outline" label={t('monitoring.deleted')} />
          )
        }
      />
      <LogTabs kind={kind} hostId={hostId} id={id} />
      <PageNotice />
      {deletedAt !== null ? (
        <Panel>
          <EmptyState
            icon="mdi-delete-clock-outline"
            title={t('logs.empty.deleted')}
            text={t('logs.empty.deletedText')}
          />
        </Panel>
      ) : (
        <LogAccess hostId={hostId} query={access}>
          {children}
        </LogAccess>
      )}
    </>
  );
}

/** The tabs of the object; the log is one of them. */
function LogTabs({
  kind,
  hostId,
  id,
}: {
  readonly kind: LogKind;
  readonly hostId: number;
  readonly id: number;
}) {
  const t = useT();
  return (
    <PageTabs
      label={t('monitoring.objectPages')}
      search={{ hostId: String(hostId), [kinds[kind].idName]: String(id) }}
      tabs={[
        ...pageTabs(kind).map((tab) => ({
          path: `/mon/${kind}/${tab}`,
          label: t(`monitoring.tabs.${tab}`),
          isCurrent: false,
        })),
        { path: logPath(kind), label: t('monitoring.tabs.log'), isCurrent: true },
      ]}
    />
  );
}
