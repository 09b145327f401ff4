import type { ListDeclaration } from '#components/list/define-list.ts';
import { claimList } from '#entities/inventory/claim-list.ts';
import { nodeList } from '#entities/inventory/node-list.ts';
import { podList } from '#entities/inventory/pod-list.ts';
import { volumeList } from '#entities/inventory/volume-list.ts';
import { alarmSettingColumn, watchColumn } from './watch-columns.tsx';

interface Watched {
  readonly hostId: number;
  readonly isMonitored: boolean;
}

/** The monitoring lists, with the columns set here in front: watch state and link to the alarm settings. */
function asSettings<Row extends Watched>(
  list: ListDeclaration<Row>,
  name: string,
  idColumn: string,
  shown: readonly string[],
  alarmAddress: (row: Row) => string,
): ListDeclaration<Row> {
  const { linkOf: _linkOf, ...others } = list;
  const replaced = new Set(['isMonitored', idColumn]);
  return {
    ...others,
    name,
    columns: [
      ...list.columns.filter(({ id }) => !replaced.has(id)),
      watchColumn<Row>(),
      alarmSettingColumn(idColumn, alarmAddress),
    ],
    defaultColumns: ['name', 'clusterName', ...shown, 'isMonitored', 'monResult', 'alarmCnt', idColumn],
    defaultOrder: [
      { id: 'clusterName', descending: false },
      { id: 'name', descending: false },
    ],
  };
}

function alarmAddress(page: string, ids: Readonly<Record<string, number>>): string {
  const texts = Object.entries(ids).map(([key, id]) => [key, String(id)]);
  return `/setting/alarm/${page}?${new URLSearchParams(texts)}`;
}

export const nodeSettings = asSettings(
  nodeList,
  'settingNodes',
  'nodeId',
  ['condition', 'roles', 'kubeletVersion'],
  ({ hostId, nodeId }) => alarmAddress('node-item', { hostId, nodeId }),
);

export const podSettings = asSettings(
  podList,
  'settingPods',
  'podId',
  ['namespace', 'ownerName', 'nodeName', 'status'],
  ({ hostId, podId }) => alarmAddress('pod-item', { hostId, podId }),
);

export const volumeSettings = asSettings(
  volumeList,
  'settingVolumes',
  'volumeId',
  ['phase', 'capacityBytes', 'storageClass', 'claimName'],
  ({ hostId, volumeId }) => alarmAddress('volume-item', { hostId, volumeId }),
);

export const claimSettings = asSettings(
  claimList,
  'settingClaims',
  'pvcId',
  ['namespace', 'phase', 'capacityBytes', 'storageClass'],
  ({ hostId, pvcId }) => alarmAddress('pvc-item', { hostId, pvcId }),
);
