import { accessModesText } from './access-modes.ts';
import type { VolumeState } from './fields.ts';
import type { VolumeRecord } from './record.ts';

export function volumeState(record: VolumeRecord): VolumeState {
  return {
    name: record.name,
    phase: record.phase,
    reason: record.reason,
    storageClass: record.storageClass,
    accessModes: accessModesText(record.accessModes),
    reclaimPolicy: record.reclaimPolicy,
    driver: record.driver,
    capacityBytes: record.capacityBytes,
    claimNamespace: record.claim?.namespace ?? null,
    claimName: record.claim?.name ?? null,
  };
}
