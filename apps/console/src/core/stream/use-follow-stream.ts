import { useEffect } from 'react';
import { useGroups } from '#core/groups/group-store.ts';
import { followStream } from './stream.ts';

/** Keeps one connection open across pages, so that no page misses an event. */
export function useFollowStream(): void {
  const subGroupIds = useGroups((state) => state.selectedSubGroupIds);
  useEffect(() => (subGroupIds.length === 0 ? undefined : followStream(subGroupIds)), [subGroupIds]);
}
