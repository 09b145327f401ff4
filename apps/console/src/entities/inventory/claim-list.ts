import { claimPhases } from '@gwanje/contract/clusters/states';
import { listClaims } from '@gwanje/kinds/claim/calls';
import { claimColumns } from '@gwanje/kinds/claim/columns';
import {
  alarmCnt,
  bytes,
  bytesLimit,
  days,
  id,
  link,
  monState,
  name,
  percent,
  state,
  text,
  usage,
} from '#components/list/columns/column-formats.tsx';
import { claimPhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { kindViews } from './kind-views.ts';
import { kindTraits, lifeFormats } from './life-columns.ts';

type Row = RowOf<typeof claimColumns>;

const traits = kindTraits('claim');

/** A claim has no page of its own; the row shows everything. */
export const claimList = defineList({
  ...traits,
  title: 'columns.claims',
  endpoint: listClaims,
  contract: claimColumns,
  defaultColumns: [
    'name',
    'namespace',
    'monResult',
    'phase',
    'usedBytes',
    'daysUntilFull',
    'capacityBytes',
    'inodesUsedPct',
    'storageClass',
    'volumeName',
    'createdAt',
  ],
  columns: {
    name: name('columns.claim', traits.linkOf),
    namespace: text('columns.namespace', { width: 130 }),
    clusterName: text('columns.cluster', { width: 140 }),
    monResult: monState('columns.state'),
    phase: state('columns.phase', claimPhaseAppearance, claimPhases),
    usedBytes: usage('columns.used', 'bytes', ({ capacityBytes }: Row) => ({ capacity: capacityBytes })),
    usedPct: percent('columns.usedPct'),
    availableBytes: bytes('columns.available'),
    capacityBytes: bytes('columns.capacity'),
    requestedBytes: bytesLimit('columns.requested'),
    inodesUsedPct: percent('columns.inodesPct'),
    daysUntilFull: days('columns.daysUntilFull'),
    storageClass: text('columns.storageClass', { width: 140 }),
    accessModes: text('columns.accessModes', { width: 130 }),
    volumeName: link(
      'columns.volume',
      ({ hostId, volumeId, volumeName }: Row) =>
        volumeName === null ? null : kindViews.volume.address({ hostId, id: volumeId, name: volumeName }),
      { width: 220 },
    ),
    volumeId: id('columns.volumeId'),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
