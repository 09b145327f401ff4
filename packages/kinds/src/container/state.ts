import type { ContainerState as Shown } from '@gwanje/contract/clusters/states';
import { msOrNull } from '../definition/ms.ts';
import type { ContainerState } from './fields.ts';
import type { ContainerRecord } from './record.ts';

export function containerState(record: ContainerRecord): ContainerState {
  return {
    name: record.name,
    type: record.type,
    image: record.image,
    state: shownState(record.state),
    stateReason: record.state?.reason ?? null,
    exitCode: exitCode(record),
    isReady: record.isReady,
    restartCnt: record.restartCnt,
    cpuRequestCores: record.requests.cpuCores,
    cpuLimitCores: record.limits.cpuCores,
    memRequestBytes: record.requests.memBytes,
    memLimitBytes: record.limits.memBytes,
    startedAtMs: msOrNull(record.state?.startedAt),
  };
}

/** Also used for the previous state of a container. */
export function shownState(state: ContainerRecord['state']): Shown {
  // Without a state from the kubelet, the container has not started.
  if (state === null || state.kind === 'waiting') return 'waiting';
  if (state.kind === 'running') return 'running';
  return state.exitCode === null || state.exitCode === 0 ? 'terminated' : 'terminatedWithError';
}

/** A container that waits for a restart shows its last exit code. */
function exitCode({ state, lastState }: ContainerRecord): number | null {
  if (state === null || state.kind === 'running') return null;
  return state.exitCode ?? lastState?.exitCode ?? null;
}
