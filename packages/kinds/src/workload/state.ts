import { msOrNull } from '../definition/ms.ts';
import type { WorkloadState } from './fields.ts';
import { type WorkloadRecord, workloadTypes } from './record.ts';

export function workloadState(record: WorkloadRecord): WorkloadState {
  return {
    name: record.name,
    namespace: record.namespace,
    type: workloadTypes.find((type) => type === record.kind) ?? 'deployment',
    ownerKind: record.owner?.kind ?? null,
    ownerName: record.owner?.name ?? null,
    desiredCnt: record.desiredCnt,
    readyCnt: record.readyCnt,
    updatedCnt: record.updatedCnt,
    availableCnt: record.availableCnt,
    images: record.images.join(','),
    schedule: record.schedule,
    isSuspended: record.isSuspended,
    lastRunTime: msOrNull(record.lastRunTime),
    activeCnt: record.activeCnt,
  };
}
