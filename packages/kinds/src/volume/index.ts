import { stateSchema } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { volumeColumns } from './columns.ts';
import { volumeFields } from './fields.ts';
import { VolumeRecord } from './record.ts';
import { volumeState } from './state.ts';

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
