import { z } from 'zod';
import { choice, id, idOrNull, number, objectList, text, textOrNull } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { HostId, PvcId, VolumeId } from './ids.ts';
import { lifeColumns, watchUpdates } from './objects.ts';
import { claimPhases, monResults, volumePhases } from './states.ts';

export const volumeColumns = {
  volumeId: id(VolumeId),
  hostId: id(HostId),
  clusterName: text(),
  name: text(),
  monResult: choice(monResults),
  phase: choice(volumePhases),
  reason: textOrNull(),
  storageClass: textOrNull(),
  accessModes: text(),
  reclaimPolicy: textOrNull(),
  driver: textOrNull(),
  capacityBytes: number(),
  /** Of the claim that is bound to it. */
  usedBytes: number(),
  usedPct: number(),
  pvcId: idOrNull(PvcId),
  claimNamespace: textOrNull(),
  claimName: textOrNull(),
  alarmCnt: number(),
  ...lifeColumns,
} as const;

export const claimColumns = {
  pvcId: id(PvcId),
  hostId: id(HostId),
  clusterName: text(),
  name: text(),
  namespace: text(),
  monResult: choice(monResults),
  phase: choice(claimPhases),
  storageClass: textOrNull(),
  accessModes: text(),
  requestedBytes: number(),
  capacityBytes: number(),
  usedBytes: number(),
  availableBytes: number(),
  usedPct: number(),
  inodesUsedPct: number(),
  /** At the pace of the last day; null where it does not grow. */
  daysUntilFull: number(),
  volumeId: idOrNull(VolumeId),
  volumeName: textOrNull(),
  alarmCnt: number(),
  ...lifeColumns,
} as const;

export const listVolumes = objectList({
  path: '/volumes',
  summary: 'Persistent volumes',
  columns: volumeColumns,
});

export const listPvcs = objectList({
  path: '/pvcs',
  summary: 'Persistent volume claims',
  columns: claimColumns,
});

export const updateVolumes = endpoint({
  method: 'PUT',
  path: '/volume/update',
  summary: 'Change persistent volumes',
  access: 'groupAdmin',
  body: watchUpdates({ volumeId: VolumeId }),
  response: z.object({}),
});

export const updatePvcs = endpoint({
  method: 'PUT',
  path: '/pvc/update',
  summary: 'Change persistent volume claims',
  access: 'groupAdmin',
  body: watchUpdates({ pvcId: PvcId }),
  response: z.object({}),
});
