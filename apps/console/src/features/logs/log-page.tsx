import { HostId } from '@gwanje/contract/definition/fields';
import { getLogAccess } from '@gwanje/contract/objects/logs';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { kinds } from '@gwanje/kinds/registry';
import { EmptyState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import type { LogKind } from '#entities/logs/log-address.ts';
import { containerView, podView, workloadView } from '#entities/object-page/kind-views.ts';
import { ObjectFrame, ObjectLoader } from '#entities/object-page/object-frame.tsx';
import { type KindOfView, type ObjectInfo, objectView } from '#entities/object-page/object-view.ts';
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
      {(info, answeredMs) => (
        <Frame kind={podView} id={id} info={info} answeredMs={answeredMs}>
          <LogView targets={targetsOfPod(info)} isOneContainer={false} fileName={info.name} />
        </Frame>
      )}
    </ObjectLoader>
  );
}

function ContainerLog({ id }: ObjectLogProps) {
  return (
    <ObjectLoader query={useQuery(infoQuery('container', id))}>
      {(info, answeredMs) => {
        const target: LogTarget = { ...info, containerName: info.name };
        return (
          <Frame kind={containerView} id={id} info={info} answeredMs={answeredMs}>
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
      {(info, answeredMs) => (
        <Frame kind={workloadView} id={id} info={info} answeredMs={answeredMs}>
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

interface FrameProps<Info> {
  readonly kind: KindOfView<Info>;
  readonly id: number;
  readonly info: Info;
  readonly answeredMs: number;
  readonly children: ReactNode;
}

const FRESH_MS = 10_000;

/** The frame of the object's pages; the content only for those who may read logs. */
function Frame<Info extends ObjectInfo>({ kind, id, info, answeredMs, children }: FrameProps<Info>) {
  const texts = useTexts();
  const { t } = texts;
  const { hostId, deletedAt } = info;
  const access = useQuery(
    apiQuery(
      getLogAccess,
      { params: { hostId: HostId.parse(hostId) } },
      { staleMs: FRESH_MS, changesWith: ['state'] },
    ),
  );
  return (
    <ObjectFrame view={objectView(kind, id, info, texts)} tab="log" answeredMs={answeredMs} hasCharts={false}>
      {() =>
        deletedAt !== null ? (
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
        )
      }
    </ObjectFrame>
  );
}
