import { queryClient } from '#core/api/query-client.ts';
import { loadClusterNames } from './cluster-list.ts';
import { loadAllowedGroups } from './groups.ts';

/**
 * After one's own edit of groups. The allowed groups come first: a selection that still names a deleted group would be
 * refused with every call.
 */
export async function takeInOwnGroupEdit(): Promise<void> {
  await loadAllowedGroups();
  await Promise.all([
    loadClusterNames(),
    queryClient.invalidateQueries({ predicate: (query) => query.meta?.isOfGroups === true }),
  ]);
}
