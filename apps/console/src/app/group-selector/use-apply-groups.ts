import { useRouter } from '@tanstack/react-router';
import { logWarning } from '#core/browser/log.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { saveGroupSelection } from '#core/groups/groups.ts';
import { t } from '#core/i18n/i18n.ts';
import { placeAfterGroups } from '../guards/after-groups.ts';
import type { RouteData } from '../route-data.ts';
import { parseSearchText } from '../search-text.ts';

/** Applies a selection. Leaves the page of a cluster that is no longer in it. */
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
    const { clusterList, failed } = useClusters.getState();
    if (failed) return;
    const { pathname, search } = router.history.location;
    const place = placeAfterGroups(
      route.declaration,
      { path: pathname, search: parseSearchText(search) },
      clusterList.map(({ hostId }) => hostId),
    );
    if (place) await router.navigate({ to: place.path, search: place.search });
  }

  return (subGroupIds) => void apply(subGroupIds);
}
