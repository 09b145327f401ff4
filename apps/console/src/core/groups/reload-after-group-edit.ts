import { queryClient } from '#core/api/query-client.ts';
import { loadClusterNames } from './cluster-list.ts';
import { loadAllowedGroups } from './groups.ts';

/**
 * Reloads after the user edited groups. The allowed groups come first: every call would be refused with a selection that
 * names a deleted group.
 */
export async function reloadAfterGroupEdit(): Promise<void> {
  await loadAllowedGroups();
  await Promise.all([
    loadClusterNames(),
    queryClient.invalidateQueries({ predicate: (query) => query.meta?.isOfGroups === true }),
  ]);
}
