import { uidOf } from '../core/identifiers.ts';
import type { Cluster } from './cluster.ts';

/** The volume name from the claim's uid, as provisioners create it. */
export function volumeNameOf(cluster: Cluster, claimId: number): string {
  return `pvc-${uidOf(cluster.seed, claimId)}`;
}
