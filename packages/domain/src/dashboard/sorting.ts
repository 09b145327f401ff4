import {
  type ContainerState,
  containerStates,
  type MonResult,
  monResults,
  podPhases,
} from '@gwanje/contract/clusters/states';
import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';

/** States sort worst first, values largest first. */
export const sortKinds = {
  MON_RESULT: 'state',
  POD_PHASE: 'state',
  NODE_CONDITION: 'state',
  CONTAINER_STATE: 'state',
  CPU_USED_CORE: 'value',
  MEM_USED_BYTES: 'value',
  BLOCK_IN: 'value',
  BLOCK_OUT: 'value',
  CPU_USED_LIMIT: 'value',
  MEM_USED_LIMIT: 'value',
  CPU_USED_ALLOCATABLE: 'value',
  MEM_USED_ALLOCATABLE: 'value',
  FILE_SYSTEM_USED: 'value',
  NET_RX: 'value',
  NET_TX: 'value',
  PV_UTILIZATION: 'value',
  PV_UNBOUND: 'value',
} as const satisfies Record<SortBy, 'state' | 'value'>;

const nodeConditionRanks: ReadonlyMap<string, number> = new Map([
  ['NotReady', 0],
  ['Unknown', 1],
  ['MemoryPressure', 2],
  ['DiskPressure', 2],
  ['PIDPressure', 2],
  ['NetworkUnavailable', 2],
  ['SchedulingDisabled', 3],
  ['Ready', 4],
]);
const UNKNOWN_CONDITION_RANK = 1;

/** The worst result has rank 0. */
export function monResultRank(result: MonResult): number {
  return monResults.indexOf(result);
}

/** A phase that Kubernetes does not define ranks as Unknown. */
export function podPhaseRank(phase: string): number {
  const rank = podPhases.findIndex((known) => known === phase);
  return rank === -1 ? podPhases.indexOf('Unknown') : rank;
}

/** The pressures have equal rank. A condition that is not in the table ranks as Unknown. */
export function nodeConditionRank(condition: string): number {
  return nodeConditionRanks.get(condition) ?? UNKNOWN_CONDITION_RANK;
}

export function containerStateRank(state: ContainerState): number {
  return containerStates.indexOf(state);
}

/** A termination is an error unless its exit code is 0. */
export function containerStateOf(
  kubernetesState: 'waiting' | 'running' | 'terminated',
  exitCode: number | null = null,
): ContainerState {
  return kubernetesState === 'terminated' && exitCode !== 0 ? 'terminatedWithError' : kubernetesState;
}

/** Largest first. Unknown (null) and not set (-1) values come last. */
export function compareValues(a: number | null, b: number | null): number {
  return sortable(b) - sortable(a);
}

function sortable(value: number | null): number {
  return value === null || !Number.isFinite(value) || value < 0 ? -1 : value;
}
