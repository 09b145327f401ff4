import type { ClusterMemory } from './cluster-memory.ts';
import { fellSilent, hourOf, SILENT_MS, timePassed } from './node-history.ts';

/** The newest data of a cluster is of `atMs`: the records of its nodes are cut where an hour, or a silence, ended. */
export function clusterTimePassed(cluster: ClusterMemory, atMs: number): void {
  if (atMs <= cluster.dataMs) return;
  const isCutDue =
    cluster.isSilent || hourOf(atMs) > hourOf(cluster.dataMs) || atMs - cluster.dataMs >= SILENT_MS;
  if (isCutDue) {
    for (const [nodeId, before] of cluster.nodeTracks) {
      const { track, changed } = timePassed(before, cluster.dataMs, atMs);
      if (track) cluster.nodeTracks.set(nodeId, track);
      cluster.pending.putSpans(cluster.hostId, nodeId, changed);
    }
  }
  cluster.isSilent = false;
  cluster.dataMs = atMs;
}

/** Ends the records of a cluster that is no longer heard, where its data ended. */
export function endIfSilent(cluster: ClusterMemory, nowMs: number): void {
  if (cluster.isSilent || nowMs - cluster.heardMs < SILENT_MS) return;
  cluster.isSilent = true;
  for (const [nodeId, before] of cluster.nodeTracks) {
    const { track, changed } = fellSilent(before, cluster.dataMs);
    if (track) cluster.nodeTracks.set(nodeId, track);
    cluster.pending.putSpans(cluster.hostId, nodeId, changed);
  }
}
