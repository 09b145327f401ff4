import type { ContainerRecord } from '../container/record.ts';
import type { PodRecord } from './record.ts';

/** The STATUS column of `kubectl get pods`. */
export function podStatus(record: PodRecord): string {
  const shown = statusOfContainers(record);
  if (record.deletingAt === null) return shown;
  if (record.reason === 'NodeLost') return 'Unknown';
  return record.phase === 'Succeeded' || record.phase === 'Failed' ? shown : 'Terminating';
}

function statusOfContainers(record: PodRecord): string {
  const starting = statusOfStart(record.containers);
  if (starting !== null && !isTrue(record, 'Initialized')) return starting;

  const own = statusOfPod(record);
  const regular = record.containers.filter(({ type }) => type === 'regular');
  // The first container with a reason: kubectl goes from last to first and keeps the last reason it finds.
  const first = regular.map(({ state }) => reasonOf(state)).find((reason) => reason !== null);
  const status = first ?? (starting === null ? own : starting);
  const isAnyRunning = regular.some(({ state, isReady }) => state?.kind === 'running' && isReady);
  if (status === 'Completed' && isAnyRunning) return isTrue(record, 'Ready') ? 'Running' : 'NotReady';
  return status;
}

function statusOfPod(record: PodRecord): string {
  const isGated = record.conditions.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  if (isGated) return 'SchedulingGated';
  return record.reason === null || record.reason === '' ? record.phase : record.reason;
}

/** The status of the init container that runs or has failed; null when all are done. */
function statusOfStart(containers: readonly ContainerRecord[]): string | null {
  const inits = containers.filter(({ type }) => type === 'init' || type === 'sidecar');
  for (const [index, { type, state }] of inits.entries()) {
    if (state === null) continue;
    if (state.kind === 'terminated') {
      if (state.exitCode === 0) continue;
      return `Init:${endOf(state)}`;
    }
    if (type === 'sidecar' && state.kind === 'running') continue;
    if (state.kind === 'waiting' && state.reason !== null && state.reason !== '') {
      if (state.reason !== 'PodInitializing') return `Init:${state.reason}`;
    }
    return `Init:${index}/${inits.length}`;
  }
  return null;
}

function reasonOf(state: ContainerRecord['state']): string | null {
  if (state === null || state.kind === 'running') return null;
  if (state.kind === 'terminated') return endOf(state);
  return state.reason === null || state.reason === '' ? null : state.reason;
}

function endOf({ reason, signal, exitCode }: NonNullable<ContainerRecord['state']>): string {
  if (reason !== null && reason !== '') return reason;
  return signal !== null && signal !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`;
}

function isTrue(record: PodRecord, condition: string): boolean {
  return record.conditions.some(({ type, status }) => type === condition && status === 'True');
}
