import { Icon } from '@gwanje/ui/icon';
import { EmptyState, ErrorState, Panel } from '@gwanje/ui/panel';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadClusterNames, useClusters } from '#core/groups/cluster-list.ts';
import { loadAllowedGroups } from '#core/groups/groups.ts';
import { useHasNoClusters, useNoClusters } from '#core/groups/use-no-clusters.ts';
import { useT } from '#core/i18n/i18n.ts';

/** Shown instead of a dashboard if the clusters failed to load or there are none; null: the dashboard can be shown. */
export function useMissingClusters(): ReactNode {
  const hasFailed = useClusters(({ failed }) => failed);
  const hasNone = useHasNoClusters();
  if (hasFailed) return <ClustersFailed />;
  return hasNone ? <NoClusters /> : null;
}

function ClustersFailed() {
  const t = useT();
  return (
    <Panel>
      <ErrorState
        title={t('dashboard.clustersFailed')}
        text={t('dashboard.clustersFailedText')}
        retryLabel={t('common.retry')}
        onRetry={() => void loadAllowedGroups().then(loadClusterNames)}
      />
    </Panel>
  );
}

export function NoClusters() {
  const t = useT();
  const { title, text, mayCreate } = useNoClusters();
  return (
    <Panel>
      <EmptyState
        icon="mdi-kubernetes"
        title={title}
        text={text}
        actions={
          mayCreate && (
            <Button
              component={Link}
              to="/setting/host/cluster-create"
              variant="default"
              leftSection={<Icon name="mdi-plus" />}
            >
              {t('routes.settingHostClusterCreate')}
            </Button>
          )
        }
      />
    </Panel>
  );
}
