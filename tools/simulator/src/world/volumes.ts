import { uidOf } from '../seed/identifiers.ts';
import type { Cluster } from './cluster.ts';

/** As provisioners name volumes: after the claim's uid. */
export function volumeNameOf(cluster: Cluster, claimId: number): string {
  return `pvc-${uidOf(cluster.seed, claimId)}`;
}
