import { isGroupAdmin } from '@gwanje/domain/permissions';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { loadClusterNames, useClusters } from '#shared/groups/cluster-list.ts';
import { useGroups } from '#shared/groups/group-store.ts';
import { loadAllowedGroups } from '#shared/groups/groups.ts';
import { type PlainKey, useT } from '#shared/i18n/i18n.ts';
import { useSession } from '#shared/session/session-store.ts';
import classes from './dashboard.module.css';
import { Dashboard } from './dashboard.tsx';
import { useConditions } from './use-conditions.ts';
import '#shared/dashboard/words.ts';

/** The dashboard, or why there is none to show. */
export function DashboardPage({ titleKey }: { readonly titleKey: PlainKey }) {
  const t = useT();
  const { clusterList, failed, loaded } = useClusters();
  const groupsKey = useGroups((state) => state.selectedSubGroupIds.join(','));
  const [conditions, choose] = useConditions();
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t(titleKey)}</VisuallyHidden>
      {failed ? (
        <ClustersFailed />
      ) : loaded && clusterList.length === 0 ? (
        <NoClusters />
      ) : (
        // Nothing of one selection of groups may be left on screen in another.
        <Dashboard key={groupsKey} clusters={clusterList} conditions={conditions} onChoose={choose} />
      )}
    </div>
  );
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

function NoClusters() {
  const t = useT();
  const mayCreate = useSession((state) => state.user !== null && isGroupAdmin(state.user));
  return (
    <Panel>
      <EmptyState
        icon="mdi-kubernetes"
        title={t('dashboard.noClusters')}
        text={t(mayCreate ? 'dashboard.noClustersText' : 'dashboard.noClustersTextUser')}
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
