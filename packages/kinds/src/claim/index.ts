import { stateSchema } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { claimColumns } from './columns.ts';
import { claimFields } from './fields.ts';
import { claimMetrics } from './metrics.ts';
import { ClaimRecord } from './record.ts';
import { claimState } from './state.ts';

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
