import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useNoClusters } from '#core/groups/use-no-clusters.ts';
import { useT } from '#core/i18n/i18n.ts';
import { retryClusters } from '../guards/session-start.ts';
import type { RouteData } from '../route-data.ts';

interface ClusterGateProps {
  readonly route: RouteData;
  readonly children: ReactNode;
}

/** Replaces the pages of a cluster if there are no clusters or they could not be loaded. */
export function ClusterGate({ route, children }: ClusterGateProps) {
  const t = useT();
  const router = useRouter();
  const { clusterList, failed, loaded } = useClusters();
  const none = useNoClusters();
  if (!route.declaration.needs?.includes('hostId')) return children;

  if (failed) {
    return (
      <>
        <PageHeader title={t(route.titleKey)} />
        <Panel>
          <ErrorState
            title={t('shell.clustersFailedTitle')}
            text={t('shell.clustersFailedText')}
            retryLabel={t('common.retry')}
            onRetry={() => void retryClusters().then(() => router.invalidate())}
          />
        </Panel>
      </>
    );
  }
  if (loaded && clusterList.length === 0) {
    return (
      <>
        <PageHeader title={t(route.titleKey)} />
        <Panel>
          <EmptyState
            icon="mdi-kubernetes"
            title={none.title}
            text={none.text}
            actions={
              none.mayCreate && (
                <Button
                  variant="default"
                  leftSection={<Icon name="mdi-plus" />}
                  onClick={() => void router.navigate({ to: '/setting/host/cluster-create', search: {} })}
                >
                  {t('routes.settingHostClusterCreate')}
                </Button>
              )
            }
          />
        </Panel>
      </>
    );
  }
  return children;
}
