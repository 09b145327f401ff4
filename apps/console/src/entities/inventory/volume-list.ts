import { volumePhases } from '@gwanje/contract/clusters/states';
import { listVolumes } from '@gwanje/kinds/volume/calls';
import { volumeColumns } from '@gwanje/kinds/volume/columns';
import {
  alarmCnt,
  bytes,
  id,
  link,
  monState,
  name,
  percent,
  state,
  text,
  usage,
} from '#components/list/columns/column-formats.tsx';
import { volumePhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { kindViews } from './kind-views.ts';
import { goneMs, kindTraits, lifeFormats } from './life-columns.ts';

type Row = RowOf<typeof volumeColumns>;

const traits = kindTraits('volume');

/** A volume has no page of its own; the row shows everything. */
export const volumeList = defineList({
  ...traits,
  title: 'columns.volumes',
  endpoint: listVolumes,
  contract: volumeColumns,
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.claimNamespace,
    to: goneMs(row.deletedAt),
  }),
  defaultColumns: [
    'name',
    'monResult',
    'phase',
    'usedBytes',
    'capacityBytes',
    'storageClass',
    'accessModes',
    'reclaimPolicy',
    'claimNamespace',
    'claimName',
    'createdAt',
  ],
  columns: {
    name: name('columns.volume', traits.linkOf),
    clusterName: text('columns.cluster', { width: 140 }),
    monResult: monState('columns.state'),
    phase: state('columns.phase', volumePhaseAppearance, volumePhases),
    reason: text('columns.reason'),
    usedBytes: usage('columns.used', 'bytes', ({ capacityBytes }: Row) => ({ capacity: capacityBytes })),
    usedPct: percent('columns.usedPct'),
    capacityBytes: bytes('columns.capacity'),
    storageClass: text('columns.storageClass', { width: 140 }),
    accessModes: text('columns.accessModes', { width: 130 }),
    reclaimPolicy: text('columns.reclaimPolicy', { width: 100 }),
    driver: text('columns.driver', { width: 180 }),
    claimNamespace: text('columns.claimNamespace', { width: 150 }),
    claimName: link(
      'columns.claim',
      ({ hostId, pvcId, claimNamespace, claimName }: Row) =>
        claimName === null
          ? null
          : kindViews.claim.address({ hostId, id: pvcId, name: claimName, namespace: claimNamespace }),
      { width: 220 },
    ),
    pvcId: id('columns.pvcId'),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
