import type { JsonObject, View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { Labels, PersistentVolumeClaimRecord } from './object/records.ts';
import { bytesText } from './object/text.ts';

export function buildPersistentVolumeClaim(claim: PersistentVolumeClaimRecord, view: View): JsonObject {
  const isBound = claim.volumeName !== '';
  const annotations = annotationsOf(claim);
  const storage = bytesText(claim.bytes);
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage } },
    volumeName: isBound ? claim.volumeName : undefined,
    storageClassName: claim.storageClass,
    volumeMode: 'Filesystem',
  };
  const status = {
    phase: claim.phase,
    accessModes: isBound ? ['ReadWriteOnce'] : undefined,
    capacity: isBound ? { storage } : undefined,
  };
  return {
    metadata: metadataOf(
      claim,
      { labels: claim.labels, annotations, finalizers: ['kubernetes.io/pvc-protection'] },
      view,
    ),
    spec,
    status,
  };
}

function annotationsOf(claim: PersistentVolumeClaimRecord): Labels {
  const provisioner = claim.provisioner;
  return {
    ...(claim.volumeName === ''
      ? {}
      : { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' }),
    ...(provisioner === ''
      ? {}
      : {
          'volume.beta.kubernetes.io/storage-provisioner': provisioner,
          'volume.kubernetes.io/storage-provisioner': provisioner,
        }),
  };
}
