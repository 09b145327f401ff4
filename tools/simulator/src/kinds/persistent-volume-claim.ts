import { AGE_COLUMN, column, type Kind, NAME_COLUMN } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { Labels, PersistentVolumeClaimRecord } from './object/records.ts';
import { ageText, bytesText } from './object/text.ts';

export const persistentvolumeclaims: Kind<PersistentVolumeClaimRecord> = {
  resource: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  group: '',
  isNamespaced: true,
  shortNames: ['pvc'],
  storageVersionHash: 'QWTyNDq0dC4=',
  writers: { object: 'kube-controller-manager', status: 'kube-controller-manager' },
  build(claim, view) {
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
  },
  labels: (claim) => claim.labels,
  field: () => undefined,
  columns: [
    NAME_COLUMN,
    column('Status', 'phase represents the current phase of PersistentVolumeClaim.'),
    column('Volume', 'volumeName is the binding reference to the PersistentVolume backing this claim.'),
    column('Capacity', 'capacity represents the actual resources of the underlying volume.'),
    column('Access Modes', 'accessModes contains the actual access modes the volume backing the PVC has.'),
    column('StorageClass', 'storageClassName is the name of the StorageClass required by the claim.'),
    AGE_COLUMN,
    column('VolumeMode', 'volumeMode defines what type of volume is required by the claim.', {
      isWide: true,
    }),
  ],
  cells: (claim, view) => [
    claim.name,
    claim.phase,
    claim.volumeName,
    claim.volumeName === '' ? '' : bytesText(claim.bytes),
    claim.volumeName === '' ? '' : 'RWO',
    claim.storageClass,
    ageText(view.nowSec - claim.createdSec),
    'Filesystem',
  ],
};

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
