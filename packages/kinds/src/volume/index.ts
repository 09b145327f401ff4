import { PvcId, VolumeId } from '@gwanje/contract/definition/fields';
import { volumePhases } from '@gwanje/contract/objects/object-states';
import * as column from '../definition/columns.ts';
import {
  choice,
  msOrNull,
  number,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { accessModesText } from './access-modes.ts';
import { VolumeRecord } from './record.ts';

export const volumeFields = {
  name: text(),
  phase: tracked(choice(volumePhases)),
  reason: tracked(textOrNull()),
  storageClass: tracked(textOrNull()),
  accessModes: tracked(text()),
  reclaimPolicy: tracked(textOrNull()),
  driver: textOrNull(),
  capacityBytes: tracked(number()),
  claimNamespace: tracked(textOrNull()),
  claimName: tracked(textOrNull()),
} as const;

export type VolumeState = StateOf<typeof volumeFields>;

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

export const volumeColumns = {
  volumeId: column.ownId(VolumeId),
  ...column.clusterColumns,
  ...column.stateColumns(volumeFields),
  ...column.watchColumns,
  /** Volumes have no samples: the next four values are those of the bound claim. */
  usedBytes: column.computedFromMetrics(number()),
  usedPct: column.computedFromMetrics(number()),
  pvcId: column.computedId(PvcId),
  ...column.lifeColumns,
  dataAt: column.computedFromMetrics(msOrNull()),
} as const;

/** A persistent volume. */
export const volume = defineKind({
  key: 'volume',
  plural: 'volumes',
  idName: 'volumeId',
  labels: { ko: '볼륨', en: 'Volume' },
  icon: 'mdi-harddisk',
  abbreviation: 'PV',
  kubectl: 'pv',
  sources: [
    {
      record: 'volume',
      group: '',
      version: 'v1',
      resource: 'persistentvolumes',
      kubernetesKind: 'PersistentVolume',
      nameUniqueIn: 'cluster',
    },
  ],
  record: VolumeRecord,
  fields: volumeFields,
  stateSchema: stateSchema(volumeFields),
  state: volumeState,
  columns: volumeColumns,
  measuredOn: 'claim',
  reads: ['claim'],
  canBeExcluded: true,
});
