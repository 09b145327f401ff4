import type { Cluster } from '../world/cluster.ts';

/** A freshly started API server has only the current state and no history. */
export function compactHistory(cluster: Cluster): void {
  const { versions, ...collections } = cluster.store;
  // Leases and other unread kinds increase the version all the time.
  versions.current += 100;
  for (const collection of Object.values(collections)) collection.compact();
}
