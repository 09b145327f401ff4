import classes from './dashboard.module.css';
import '#entities/dashboard/dashboard-messages.ts';
import { VisuallyHidden } from '@mantine/core';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { ClustersFailed, NoClusters } from '#entities/dashboard/cluster-states.tsx';
import { useConditions } from './conditions/use-conditions.ts';
import { Dashboard } from './dashboard.tsx';

/** The dashboard, or the reason why there is none to show. */
export function MainPage() {
  const t = useT();
  const { clusterList, failed, loaded } = useClusters();
  const groupsKey = useGroups((state) => state.selectedSubGroupIds.join(','));
  const [conditions, choose] = useConditions();
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t('routes.main')}</VisuallyHidden>
      {failed ? (
        <ClustersFailed />
      ) : loaded && clusterList.length === 0 ? (
        <NoClusters />
      ) : (
        // The key remounts the page for another group selection.
        <Dashboard key={groupsKey} clusters={clusterList} conditions={conditions} onChoose={choose} />
      )}
    </div>
  );
}
