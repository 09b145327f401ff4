import { VisuallyHidden } from '@mantine/core';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { ClustersFailed, NoClusters } from '#entities/dashboard/cluster-states.tsx';
import classes from './board/board.module.css';
import { Boards } from './boards.tsx';

/** The boards of the user, or the reason why no board can be shown. */
export function CustomMainPage() {
  const t = useT();
  const { clusterList, failed, loaded } = useClusters();
  const groupsKey = useGroups((state) => state.selectedSubGroupIds.join(','));
  if (!failed && !(loaded && clusterList.length === 0))
    return <Boards clusters={clusterList} groupsKey={groupsKey} />;
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t('routes.customMain')}</VisuallyHidden>
      {failed ? <ClustersFailed /> : <NoClusters />}
    </div>
  );
}
