import { uidOf } from '../core/identifiers.ts';
import type { JsonObject, View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { PersistentVolumeRecord } from './object/records.ts';
import { bytesText } from './object/text.ts';

export function buildPersistentVolume(volume: PersistentVolumeRecord, view: View): JsonObject {
  const { claim, source } = volume;
  const annotations = { 'pv.kubernetes.io/provisioned-by': source.driver };
  const spec = {
    capacity: { storage: bytesText(volume.bytes) },
    csi: {
      driver: source.driver,
      volumeHandle: source.handle,
      volumeAttributes: { ...source.attributes },
    },
    accessModes: ['ReadWriteOnce'],
    claimRef: claim
      ? {
          kind: 'PersistentVolumeClaim',
          namespace: claim.namespace,
          name: claim.name,
          uid: uidOf(view.seed, claim.id),
          apiVersion: 'v1',
          // The volume is bound right after the claim is written, and this value does not change.
          resourceVersion: String(claim.id),
        }
      : undefined,
    persistentVolumeReclaimPolicy: volume.reclaimPolicy,
    storageClassName: volume.storageClass,
    volumeMode: 'Filesystem',
  };
  const status = {
    phase: volume.phase,
    message: volume.message === '' ? undefined : volume.message,
    reason: volume.phase === 'Failed' ? 'VolumeFailedDelete' : undefined,
  };
  return {
    metadata: metadataOf(volume, { annotations, finalizers: ['kubernetes.io/pv-protection'] }, view),
    spec,
    status,
  };
}
