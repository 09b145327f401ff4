import { uidOf } from '../core/identifiers.ts';
import { type JsonObject, metadataOf } from './object/kind.ts';
import type { PersistentVolumeClaimRecord, PersistentVolumeRecord } from './object/records.ts';
import { bytesText } from './object/text.ts';

export function buildPersistentVolume(volume: PersistentVolumeRecord, seed: number): JsonObject {
  const { claim } = volume;
  return {
    metadata: metadataOf(volume, seed),
    spec: {
      capacity: { storage: bytesText(volume.bytes) },
      csi: { driver: volume.driver },
      accessModes: ['ReadWriteOnce'],
      claimRef: { namespace: claim.namespace, name: claim.name, uid: uidOf(seed, claim.id) },
      persistentVolumeReclaimPolicy: volume.reclaimPolicy,
      storageClassName: volume.storageClass,
      volumeMode: 'Filesystem',
    },
    status: {
      phase: volume.phase,
      message: volume.message === '' ? undefined : volume.message,
      reason: volume.phase === 'Failed' ? 'VolumeFailedDelete' : undefined,
    },
  };
}

export function buildPersistentVolumeClaim(claim: PersistentVolumeClaimRecord, seed: number): JsonObject {
  const isBound = claim.volumeName !== '';
  const storage = bytesText(claim.bytes);
  return {
    metadata: metadataOf(claim, seed),
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage } },
      volumeName: isBound ? claim.volumeName : undefined,
      storageClassName: claim.storageClass,
    },
    status: { phase: claim.phase, capacity: isBound ? { storage } : undefined },
  };
}
