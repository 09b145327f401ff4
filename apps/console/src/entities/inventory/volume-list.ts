import { volumePhases } from '@gwanje/contract/objects/object-states';
import * as column from '#components/list/columns/column-formats.tsx';
import { volumePhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { goneMs, kindTraits, lifeFormats } from './life-columns.ts';
import { objectAddress } from './object-address.ts';

const traits = kindTraits('volume');
type Row = RowOf<typeof traits.contract>;

/** Volumes have no object page; the row shows everything. */
export const volumeList = defineList({
  ...traits,
  title: 'columns.volumes',
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.claimNamespace,
    to: goneMs(row.deletedAt),
  }),
  settingsColumns: ['phase', 'capacityBytes', 'storageClass', 'claimName'],
  columns: {
    name: column.name('columns.volume', traits.linkOf),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    phase: column.shown(column.state('columns.phase', volumePhaseAppearance, volumePhases)),
    reason: column.text('columns.reason'),
    usedBytes: column.shown(
      column.usage('columns.used', 'bytes', ({ capacityBytes }: Row) => ({
        capacity: capacityBytes,
      })),
    ),
    usedPct: column.percent('columns.usedPct'),
    capacityBytes: column.shown(column.bytes('columns.capacity')),
    storageClass: column.shown(column.text('columns.storageClass', { width: 140 })),
    accessModes: column.shown(column.text('columns.accessModes', { width: 130 })),
    reclaimPolicy: column.shown(column.text('columns.reclaimPolicy', { width: 100 })),
    driver: column.text('columns.driver', { width: 180 }),
    claimNamespace: column.shown(column.text('columns.claimNamespace', { width: 150 })),
    claimName: column.shown(
      column.link(
        'columns.claim',
        ({ hostId, pvcId, claimNamespace, claimName }: Row) =>
          claimName === null
            ? null
            : objectAddress('claim', { hostId, id: pvcId, name: claimName, namespace: claimNamespace }),
        { width: 220 },
      ),
    ),
    pvcId: column.id('columns.pvcId'),
    alarmCnt: column.alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
