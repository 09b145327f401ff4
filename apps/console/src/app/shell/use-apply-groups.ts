import { useRouter } from '@tanstack/react-router';
import { showAlert } from '#shared/dialogs/dialog-store.ts';
import { useClusters } from '#shared/groups/cluster-list.ts';
import { sectionAfterGroupChange } from '#shared/groups/group-change.ts';
import { saveGroupSelection } from '#shared/groups/groups.ts';
import { t } from '#shared/i18n/i18n.ts';
import { logWarning } from '#shared/log.ts';
import type { RouteData } from '../route-data.ts';
import { parseSearchText } from '../search-text.ts';

/** Puts a selection in force. A page of a cluster that is no longer in it gives way to its section's first page. */
export function useApplyGroups(route: RouteData): (subGroupIds: readonly number[]) => void {
  const router = useRouter();

  async function apply(subGroupIds: readonly number[]): Promise<void> {
    try {
      await saveGroupSelection(subGroupIds);
    } catch (error) {
      logWarning('the group selection could not be saved', error);
      await showAlert({ text: t('errors.transport.network') });
      return;
    }
    if (!route.declaration.needs?.includes('hostId')) return;
    const { pathname, search } = router.history.location;
    const { hostId } = parseSearchText(search);
    const { clusterList, failed } = useClusters.getState();
    if (failed || clusterList.some((cluster) => String(cluster.hostId) === hostId)) return;
    await router.navigate({ to: sectionAfterGroupChange(pathname), search: {} });
  }

  return (subGroupIds) => void apply(subGroupIds);
}
