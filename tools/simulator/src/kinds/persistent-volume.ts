import { uidOf } from '../core/identifiers.ts';
import { AGE_COLUMN, column, type Kind, NAME_COLUMN } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { PersistentVolumeRecord } from './object/records.ts';
import { ageText, bytesText } from './object/text.ts';

export const persistentvolumes: Kind<PersistentVolumeRecord> = {
  resource: 'persistentvolumes',
  kind: 'PersistentVolume',
  group: '',
  isNamespaced: false,
  shortNames: ['pv'],
  storageVersionHash: 'HN/zwEC+JgM=',
  writers: { object: 'csi-provisioner', status: 'kube-controller-manager' },
  build(volume, view) {
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
  },
  labels: () => undefined,
  field: () => undefined,
  columns: [
    NAME_COLUMN,
    column('Capacity', 'capacity is the description of the persistent volume resources and capacity.'),
    column('Access Modes', 'accessModes contains all ways the volume can be mounted.'),
    column('Reclaim Policy', 'What happens to a persistent volume when released from its claim.'),
    column('Status', 'phase indicates if a volume is available, bound to a claim, or released by a claim.'),
    column('Claim', 'claimRef is part of a bi-directional binding between volume and claim.'),
    column('StorageClass', 'storageClassName is the name of StorageClass to which this volume belongs.'),
    column('Reason', 'reason is a brief string that describes any failure.'),
    AGE_COLUMN,
    column('VolumeMode', 'volumeMode defines if a volume is intended to be used with a file system.', {
      isWide: true,
    }),
  ],
  cells: (volume, view) => [
    volume.name,
    bytesText(volume.bytes),
    'RWO',
    volume.reclaimPolicy,
    volume.phase,
    volume.claim ? `${volume.claim.namespace}/${volume.claim.name}` : '',
    volume.storageClass,
    volume.phase === 'Failed' ? 'VolumeFailedDelete' : '',
    ageText(view.nowSec - volume.createdSec),
    'Filesystem',
  ],
};
