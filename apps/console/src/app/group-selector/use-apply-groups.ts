import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { clustersSettled, useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { trySaveGroupSelection } from '#core/groups/groups.ts';
import { sectionAfterGroupChange } from '#core/navigation/address-after-group-change.ts';
import type { RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { SearchText } from '../guards/address.ts';
import type { RouteData } from '../route-data.ts';
import { parseSearchText } from '../search-text.ts';

/** Applies a selection of this or another window. Leaves the page of a cluster that is not in the selected groups. */
export function useApplyGroups(route: RouteData): (subGroupIds: readonly number[]) => void {
  const router = useRouter();

  async function apply(subGroupIds: readonly number[]): Promise<void> {
    if (await trySaveGroupSelection(subGroupIds)) await leaveLostCluster();
  }

  async function leaveLostCluster(): Promise<void> {
    await clustersSettled();
    const { clusterList, failed } = useClusters.getState();
    if (failed) return;
    const { pathname, search } = router.history.location;
    const place = placeAfterGroups(
      route,
      { path: pathname, search: parseSearchText(search) },
      clusterList.map(({ hostId }) => hostId),
    );
    if (place) await router.navigate({ to: place.path, search: place.search });
  }

  const takenCnt = useGroups((state) => state.takenCnt);
  const onTaken = useEffectEvent(() => void leaveLostCluster());
  useEffect(() => {
    if (takenCnt > 0) onTaken();
  }, [takenCnt]);

  return (subGroupIds) => void apply(subGroupIds);
}

interface Place {
  readonly path: string;
  readonly search: SearchText;
}

/**
 * The target after the page's cluster left the selected groups: a page that needs a cluster goes to its section's first
 * page, a page that only accepts one shows all. Null: the page stays.
 */
export function placeAfterGroups(
  { needs, accepts }: Pick<RouteDeclaration, 'needs' | 'accepts'>,
  { path, search }: Place,
  hostIds: readonly number[],
): Place | null {
  const { hostId, ...others } = search;
  if (hostIds.some((id) => String(id) === hostId)) return null;
  if (needs?.includes('hostId')) return { path: sectionAfterGroupChange(path), search: {} };
  return hostId !== undefined && accepts?.includes('hostId') ? { path, search: others } : null;
}
