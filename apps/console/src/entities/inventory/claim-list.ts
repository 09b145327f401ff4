import { claimPhases } from '@gwanje/contract/objects/object-states';
import * as column from '#components/list/columns/column-formats.tsx';
import { claimPhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from './life-columns.ts';
import { objectAddress } from './object-address.ts';

const traits = kindTraits('claim');
type Row = RowOf<typeof traits.contract>;

/** Claims have no object page; the row shows everything. */
export const claimList = defineList({
  ...traits,
  title: 'columns.claims',
  settingsColumns: ['namespace', 'phase', 'capacityBytes', 'storageClass'],
  columns: {
    name: column.name('columns.claim', traits.linkOf),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    phase: column.shown(column.state('columns.phase', claimPhaseAppearance, claimPhases)),
    usedBytes: column.shown(
      column.usage('columns.used', 'bytes', ({ capacityBytes }: Row) => ({
        capacity: capacityBytes,
      })),
    ),
    usedPct: column.percent('columns.usedPct'),
    daysUntilFull: column.shown(column.days('columns.daysUntilFull')),
    availableBytes: column.bytes('columns.available'),
    capacityBytes: column.shown(column.bytes('columns.capacity')),
    requestedBytes: column.bytesLimit('columns.requested'),
    inodesUsedPct: column.shown(column.percent('columns.inodesPct')),
    storageClass: column.shown(column.text('columns.storageClass', { width: 140 })),
    accessModes: column.text('columns.accessModes', { width: 130 }),
    volumeName: column.shown(
      column.link(
        'columns.volume',
        ({ hostId, volumeId, volumeName }: Row) =>
          volumeName === null ? null : objectAddress('volume', { hostId, id: volumeId, name: volumeName }),
        { width: 220 },
      ),
    ),
    volumeId: column.id('columns.volumeId'),
    alarmCnt: column.alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
