import type { PersistentVolumeRecord } from '../kinds/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { volumeNameOf } from '../world/volumes.ts';

/** A volume whose claim was deleted, in the phase that follows from its reclaim policy. */
export function addLooseVolume(
  cluster: Cluster,
  state: Pick<PersistentVolumeRecord, 'phase' | 'reclaimPolicy' | 'message'>,
): PersistentVolumeRecord {
  const { flavour } = cluster.spec;
  const claimId = cluster.nextId();
  const name = volumeNameOf(cluster, claimId);
  const bound: PersistentVolumeRecord = {
    ...cluster.born(),
    namespace: '',
    name,
    bytes: 50 * 1024 ** 3,
    storageClass: flavour.storageClass,
    reclaimPolicy: state.reclaimPolicy,
    phase: 'Bound',
    message: '',
    claim: { namespace: 'default', name: `former-${claimId}`, id: claimId },
    source: flavour.volumeSource(cluster.name, name, cluster.seed),
  };
  cluster.store.persistentvolumes.add(bound);
  return cluster.store.persistentvolumes.update(name, state);
}
