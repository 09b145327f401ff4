import type { ContainerRecord } from '../container/record.ts';
import { msOfTime } from '../definition/record-fields.ts';
import type { PodRecord } from './record.ts';

interface KubectlColumns {
  /** READY: ready containers of those that run as long as the pod. */
  readonly readyCnt: number;
  readonly containerCnt: number;
  readonly status: string;
  readonly restartCnt: number;
  /** The time in brackets after RESTARTS; null without a restart. */
  readonly lastRestartAtMs: number | null;
}

/** The columns READY, STATUS and RESTARTS of `kubectl get pods` against Kubernetes 1.35. */
export function kubectlColumns(record: PodRecord): KubectlColumns {
  const { containers } = record;
  const init = initPhase(containers);
  const isInitialized = init.status === null || isTrue(record, 'Initialized');
  const main = isInitialized ? mainPhase(record, init.status ?? statusOfPod(record)) : null;
  // Init containers count until the pod is initialised. When they run again later, they do not count.
  const counted = main ? [...init.reached.filter(isSidecar), ...main.reported] : init.reached;
  const restartCnt = counted.reduce((sum, container) => sum + container.restartCnt, 0);
  return {
    readyCnt: init.readyCnt + (main?.readyCnt ?? 0),
    containerCnt: containers.filter((container) => isRegular(container) || isSidecar(container)).length,
    status: statusOfDeletion(record) ?? main?.status ?? init.status ?? record.phase,
    restartCnt,
    lastRestartAtMs: restartCnt === 0 ? null : lastEndMs(counted),
  };
}

/** The init containers and sidecars up to the first that is not done; `status` is null when all are done. */
function initPhase(containers: readonly ContainerRecord[]) {
  const inits = containers.filter((container) => container.type === 'init' || isSidecar(container));
  const reached: ContainerRecord[] = [];
  let readyCnt = 0;
  for (const [index, container] of inits.entries()) {
    const { state } = container;
    if (state === null) continue;
    reached.push(container);
    if (state.kind === 'terminated' && !state.exitCode) continue;
    if (isSidecar(container) && container.isStarted) {
      if (container.isReady) readyCnt++;
      continue;
    }
    return { reached, readyCnt, status: `Init:${initStatus(state) ?? `${index}/${inits.length}`}` };
  }
  return { reached, readyCnt, status: null };
}

/** Null: the container runs or is about to. */
function initStatus(state: State): string | null {
  const status = statusOfContainer(state);
  return state.kind === 'waiting' && status === 'PodInitializing' ? null : status;
}

/** The status is that of the first container, in the order of the kubelet, that waits or has ended. */
function mainPhase(record: PodRecord, before: string) {
  const reported = record.containers
    .filter((container) => isRegular(container) && container.state !== null)
    // The kubelet reports containers sorted by name; the record has them in the order of the pod's spec.
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const readyCnt = reported.filter(({ state, isReady }) => state?.kind === 'running' && isReady).length;
  const first = reported.map(({ state }) => state && statusOfContainer(state)).find((status) => status);
  const status = first ?? before;
  if (status !== 'Completed') return { reported, readyCnt, status };

  if (readyCnt > 0 && isTrue(record, 'Ready')) return { reported, readyCnt, status: 'Running' };
  const failed = reported.find(({ state }) => state?.kind === 'terminated' && state.exitCode);
  if (failed?.state) return { reported, readyCnt, status: statusOfEnd(failed.state) };
  return { reported, readyCnt, status: readyCnt > 0 ? 'NotReady' : status };
}

function statusOfDeletion({ deletingAt, reason, phase }: PodRecord): string | null {
  if (deletingAt === null) return null;
  if (reason === 'NodeLost') return 'Unknown';
  return phase === 'Succeeded' || phase === 'Failed' ? null : 'Terminating';
}

function statusOfPod({ conditions, reason, phase }: PodRecord): string {
  const isGated = conditions.some(
    (condition) => condition.type === 'PodScheduled' && condition.reason === 'SchedulingGated',
  );
  return isGated ? 'SchedulingGated' : reason || phase;
}

type State = NonNullable<ContainerRecord['state']>;

/** Null: the container runs, or waits without a reason. */
function statusOfContainer(state: State): string | null {
  if (state.kind === 'terminated') return statusOfEnd(state);
  return (state.kind === 'waiting' && state.reason) || null;
}

function statusOfEnd({ reason, signal, exitCode }: State): string {
  return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`);
}

function lastEndMs(containers: readonly ContainerRecord[]): number | null {
  const ends = containers.map(({ lastState }) => msOfTime(lastState?.finishedAt) ?? Number.NEGATIVE_INFINITY);
  const lastMs = Math.max(...ends);
  return Number.isFinite(lastMs) ? lastMs : null;
}

function isRegular({ type }: ContainerRecord): boolean {
  return type === 'regular';
}

function isSidecar({ type }: ContainerRecord): boolean {
  return type === 'sidecar';
}

function isTrue(record: PodRecord, condition: string): boolean {
  return record.conditions.some(({ type, status }) => type === condition && status === 'True');
}
