import { containerState } from '../container/state.ts';
import { msOrNull } from '../definition/ms.ts';
import type { PodState } from './fields.ts';
import type { PodRecord } from './record.ts';
import { podLimit, podRequest } from './resources.ts';
import { podStatus } from './status.ts';

export function podState(record: PodRecord): PodState {
  const { containers } = record;
  // As READY in kubectl: containers that run as long as the pod.
  const lasting = containers.filter(({ type }) => type === 'regular' || type === 'sidecar');
  const isRunning = ({ state }: (typeof lasting)[number]) => state?.kind === 'running';
  return {
    name: record.name,
    namespace: record.namespace,
    nodeName: record.nodeName,
    ownerKind: record.owner?.kind ?? null,
    ownerName: record.owner?.name ?? null,
    phase: record.phase,
    status: podStatus(record),
    readyCnt: lasting.filter((container) => container.isReady && isRunning(container)).length,
    containerCnt: lasting.length,
    restartCnt: containers.reduce((sum, { restartCnt }) => sum + restartCnt, 0),
    cpuRequestCores: podRequest(containers, 'cpuCores'),
    cpuLimitCores: podLimit(containers, 'cpuCores'),
    memRequestBytes: podRequest(containers, 'memBytes'),
    memLimitBytes: podLimit(containers, 'memBytes'),
    qosClass: record.qosClass,
    podIp: record.podIp,
    isHostNetwork: record.isHostNetwork ?? false,
    startedAtMs: msOrNull(record.startedAt),
    oomKilledAtMs: oomKilledAtMs(containers),
    containers: containers.map(containerState),
  };
}

function oomKilledAtMs(containers: PodRecord['containers']): number | null {
  let lastMs: number | null = null;
  for (const { state, lastState } of containers) {
    for (const ended of [state, lastState]) {
      if (ended?.reason !== 'OOMKilled') continue;
      const atMs = msOrNull(ended.finishedAt);
      if (atMs !== null && atMs > (lastMs ?? Number.NEGATIVE_INFINITY)) lastMs = atMs;
    }
  }
  return lastMs;
}
