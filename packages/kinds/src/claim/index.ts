import { PvcId, VolumeId } from '@gwanje/contract/definition/fields';
import { claimPhases } from '@gwanje/contract/objects/object-states';
import * as column from '../definition/columns.ts';
import {
  choice,
  metric,
  number,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { accessModesText } from '../volume/access-modes.ts';
import { ClaimRecord } from './record.ts';

export const claimFields = {
  name: text(),
  namespace: text(),
  phase: tracked(choice(claimPhases)),
  storageClass: tracked(textOrNull()),
  accessModes: tracked(text()),
  requestedBytes: tracked(number()),
  capacityBytes: tracked(number()),
  volumeName: tracked(textOrNull()),
} as const;

export type ClaimState = StateOf<typeof claimFields>;

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

export const claimMetrics = {
  usedBytes: metric('bytes'),
  capacityBytes: metric('bytes'),
  availableBytes: metric('bytes'),
  inodesUsed: metric('count'),
  inodes: metric('count'),
} as const;

const share = column.shareOf(claimMetrics, claimFields);

export const claimColumns = {
  pvcId: column.ownId(PvcId),
  ...column.clusterColumns,
  ...column.stateColumns(claimFields),
  ...column.watchColumns,
  ...column.metricColumns(claimMetrics, ['usedBytes', 'availableBytes']),
  /** In % of the measured file system, which is smaller than the disk; else of the capacity. */
  usedPct: column.computedFromMetrics(number()),
  inodesUsedPct: share('inodesUsed', 'inodes'),
  /** At the growth of the last day; null when the usage does not grow. */
  daysUntilFull: column.computed(number()),
  volumeId: column.computedId(VolumeId),
  ...column.lifeColumns,
} as const;

/** A persistent volume claim. */
export const claim = defineKind({
  key: 'claim',
  plural: 'pvcs',
  idName: 'pvcId',
  labels: { ko: 'PVC', en: 'Claim' },
  icon: 'mdi-database-outline',
  abbreviation: 'PVC',
  kubectl: 'pvc',
  sources: [
    {
      record: 'claim',
      group: '',
      version: 'v1',
      resource: 'persistentvolumeclaims',
      kubernetesKind: 'PersistentVolumeClaim',
      nameUniqueIn: 'namespace',
    },
  ],
  record: ClaimRecord,
  fields: claimFields,
  stateSchema: stateSchema(claimFields),
  state: claimState,
  columns: claimColumns,
  metrics: claimMetrics,
  // A claim that no pod uses has no samples.
  samples: { keys: ['namespace', 'name'], awaited: 'always', decideState: false },
  reads: ['volume'],
  changesWith: ['pod'],
  canBeExcluded: true,
});
