import { isGroupAdmin } from '@gwanje/domain/permissions';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { loadClusterNames } from '#shared/groups/cluster-list.ts';
import { useGroups } from '#shared/groups/group-store.ts';
import { loadAllowedGroups } from '#shared/groups/groups.ts';
import { useT } from '#shared/i18n/i18n.ts';
import { isReader, useSession } from '#shared/session/session-store.ts';

export function ClustersFailed() {
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
  const hasGroups = useGroups((state) =>
    state.groupNameList.some((group) => group.subGroupNameList.length > 0),
  );
  const mayCreate = useSession((state) => state.user !== null && isGroupAdmin(state.user) && !isReader(state));
  return (
    <Panel>
      <EmptyState
        icon="mdi-kubernetes"
        title={t('dashboard.noClusters')}
        text={t(
          !mayCreate
            ? 'dashboard.noClustersTextUser'
            : hasGroups
              ? 'dashboard.noClustersText'
              : 'dashboard.noGroupsText',
        )}
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
