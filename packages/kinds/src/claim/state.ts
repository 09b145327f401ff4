import { accessModesText } from '../volume/access-modes.ts';
import type { ClaimState } from './fields.ts';
import type { ClaimRecord } from './record.ts';

export function claimState(record: ClaimRecord): ClaimState {
  return {
    name: record.name,
    namespace: record.namespace,
    phase: record.phase,
    storageClass: record.storageClass,
    accessModes: accessModesText(record.accessModes),
    requestedBytes: record.requestedBytes,
    capacityBytes: record.capacityBytes,
    volumeName: record.volumeName,
  };
}
