import type { ClusterMemory } from '../state/cluster-memory.ts';
import { fellSilent, hourOf, SILENT_MS, timePassed } from '../state/node-history.ts';

/** The newest data of the cluster is of `atMs`: begins new node records after an hour or a silence has ended. */
export function advanceClusterTime(cluster: ClusterMemory, atMs: number): void {
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

/** Ends the node records of a cluster that sends nothing any more, at its last data. */
export function endIfSilent(cluster: ClusterMemory, nowMs: number): void {
  if (cluster.isSilent || nowMs - cluster.lastContactMs < SILENT_MS) return;
  cluster.isSilent = true;
  for (const [nodeId, before] of cluster.nodeTracks) {
    const { track, changed } = fellSilent(before, cluster.dataMs);
    if (track) cluster.nodeTracks.set(nodeId, track);
    cluster.pending.putSpans(cluster.hostId, nodeId, changed);
  }
}
