import { useEffect } from 'react';
import { useGroups } from '#core/groups/group-store.ts';
import { followStream } from './stream.ts';

/** One connection for as long as somebody is here: pages come and go, and none misses what happens between them. */
export function useFollowStream(): void {
  const subGroupIds = useGroups((state) => state.selectedSubGroupIds);
  useEffect(() => (subGroupIds.length === 0 ? undefined : followStream(subGroupIds)), [subGroupIds]);
}
