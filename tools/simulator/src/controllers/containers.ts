import { uidOf } from '../core/identifiers.ts';
import type { ContainerRecord, PodRecord } from '../kinds/object/records.ts';
import { NO_NETWORK, podNetwork } from '../metrics/pod-load.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import type { CrashFault } from '../world/faults.ts';
import { podAddress } from '../world/new-objects.ts';
import { becomeReady, current } from './readiness.ts';

const MAX_BACKOFF_SEC = 300;
const CONFIGURATION_RETRY_MS = 30_000;
/** After running this long, a container starts with a short back-off again. */
const STABLE_SEC = 600;

/** The kubelet starts a pod that was assigned to its node. */
export function startPod(cluster: Cluster, key: string, id: number): void {
  const { store, timeline, random, faults } = cluster;
  const pod = store.pods.get(key);
  if (
    pod?.id !== id ||
    pod.startedSec > 0 ||
    pod.deletedSec !== undefined ||
    faults.silentNodes.has(pod.nodeName)
  )
    return;
  const nowSec = timeline.nowSec();
  store.pods.update(key, { startedSec: nowSec, readySec: nowSec });
  timeline.after(random.int(300, 1500), () => pullImages(cluster, key, id, 0));
}

function nameOf(pod: PodRecord, index: number): string {
  return pod.template.containers[index]?.name ?? '';
}

/** Retries with growing delays as long as an image cannot be pulled. */
function pullImages(cluster: Cluster, key: string, id: number, attempt: number): void {
  const { faults, timeline, store } = cluster;
  const pod = current(cluster, key, id);
  if (!pod) return;
  const missing = pod.template.containers.findIndex(({ image }) => faults.missingImages.has(image));
  if (missing === -1) {
    const problem = faults.wrongConfigurations.get(pod.template.id);
    if (problem === undefined) runAll(cluster, key, id);
    else failToCreate(cluster, key, pod, problem);
    return;
  }
  const image = pod.template.containers[missing]?.image ?? '';
  const problem = `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`;
  const record = (reason: string, message: string, type: 'Normal' | 'Warning' = 'Warning') =>
    cluster.events.record('Pod', pod, { container: nameOf(pod, missing), reason, message, type });
  record('Pulling', `Pulling image "${image}"`, 'Normal');
  record('Failed', `Failed to pull image "${image}": ${problem}`);
  record('Failed', 'Error: ErrImagePull');
  const waitingFor = (waitingReason: string, waitingMessage: string): ContainerRecord[] =>
    pod.containers.map((container, index) =>
      index === missing ? { ...container, waitingReason, waitingMessage } : container,
    );
  store.pods.update(key, { containers: waitingFor('ErrImagePull', problem) });
  timeline.after(2000, () => {
    if (!current(cluster, key, id)) return;
    const message = `Back-off pulling image "${image}"`;
    record('BackOff', message, 'Normal');
    record('Failed', 'Error: ImagePullBackOff');
    store.pods.update(key, { containers: waitingFor('ImagePullBackOff', message) });
    timeline.after(backoffSec(attempt) * 1000, () => pullImages(cluster, key, id, attempt + 1));
  });
}

/** The kubelet retries for as long as the configuration is wrong. */
function failToCreate(cluster: Cluster, key: string, pod: PodRecord, problem: string): void {
  const [first, ...others] = pod.containers;
  if (!first) return;
  const record = { container: nameOf(pod, 0), type: 'Warning', reason: 'Failed' } as const;
  cluster.events.record('Pod', pod, { ...record, message: `Error: ${problem}` });
  const waiting = { ...first, waitingReason: 'CreateContainerConfigError', waitingMessage: problem };
  cluster.store.pods.updateIfChanged(key, { containers: [waiting, ...others] });
  cluster.timeline.after(CONFIGURATION_RETRY_MS, () => pullImages(cluster, key, pod.id, 0));
}

function backoffSec(attempt: number): number {
  return Math.min(MAX_BACKOFF_SEC, 10 * 2 ** attempt);
}

function runAll(cluster: Cluster, key: string, id: number): void {
  const { store, timeline, random } = cluster;
  const pod = current(cluster, key, id);
  if (!pod) return;
  for (const [index, { image }] of pod.template.containers.entries()) {
    announceStart(cluster, pod, index, image);
  }
  const nowSec = timeline.nowSec();
  const machineIp = store.nodes.get(pod.nodeName)?.machine.internalIp ?? '';
  store.pods.update(key, {
    phase: 'Running',
    podIp: pod.template.isHostNetwork ? machineIp : podAddress(100_000 + pod.id),
    containers: pod.containers.map(() => ({
      state: 'running',
      startedSec: nowSec,
      restarts: 0,
      isReady: false,
    })),
  });
  timeline.after(random.int(800, 4000), () => becomeReady(cluster, key, id));
  for (const index of pod.containers.keys()) planEnd(cluster, key, id, index);
}

function announceStart(cluster: Cluster, pod: PodRecord, index: number, image: string): void {
  const record = (reason: string, message: string) =>
    cluster.events.record('Pod', pod, { container: nameOf(pod, index), reason, message });
  record('Pulled', `Container image "${image}" already present on machine`);
  record('Created', `Created container ${nameOf(pod, index)}`);
  record('Started', `Started container ${nameOf(pod, index)}`);
}

/** Plans the end of this run, if any: the work is complete, or a fault occurs. */
export function planEnd(cluster: Cluster, key: string, id: number, index: number): void {
  const pod = current(cluster, key, id);
  const container = pod?.containers[index];
  if (!pod || container?.state !== 'running') return;
  const run = container.restarts;
  const fault = crashFaultOf(cluster, pod);
  if (fault?.containerIndex === index) {
    // At different times, so that pods of a workload do not fail together.
    const delayMs = Math.floor(fault.afterSec * 1000 * cluster.random.between(0.6, 1.4));
    cluster.timeline.after(delayMs, () => crash(cluster, key, id, index, run));
  } else if (pod.template.workSec > 0) {
    const workMs = pod.template.workSec * 1000 * cluster.random.between(0.7, 1.3);
    cluster.timeline.after(Math.floor(workMs), () => complete(cluster, key, id));
  }
}

function crashFaultOf({ faults }: Cluster, { template, nodeName }: PodRecord): CrashFault | undefined {
  return faults.crashes.get(template.id) ?? faults.crashesOn.get(nodeName);
}

function complete(cluster: Cluster, key: string, id: number): void {
  const pod = current(cluster, key, id);
  if (pod?.phase !== 'Running') return;
  podEnded(cluster, pod);
  const nowSec = cluster.timeline.nowSec();
  const hasFailed = cluster.faults.failingWork.has(pod.template.id);
  const containers = stopContainers(pod, nowSec, hasFailed ? 1 : 0, hasFailed ? 'Error' : 'Completed');
  const phase = hasFailed ? 'Failed' : 'Succeeded';
  cluster.store.pods.update(key, { phase, containers, isReady: false, readySec: nowSec });
}

function crash(cluster: Cluster, key: string, id: number, index: number, run: number): void {
  const { store, timeline } = cluster;
  const pod = current(cluster, key, id);
  const container = pod?.containers[index];
  const fault = pod && crashFaultOf(cluster, pod);
  if (!pod || !fault || container?.state !== 'running' || container.restarts !== run) return;
  const nowSec = timeline.nowSec();
  if (fault.reason === 'OOMKilled') announceOom(cluster, pod, index);
  const end = {
    exitCode: fault.exitCode,
    reason: fault.reason,
    startedSec: container.startedSec,
    finishedSec: nowSec,
  };
  const stopped: ContainerRecord = { ...container, state: 'terminated', isReady: false, end };
  store.pods.update(key, {
    containers: pod.containers.with(index, stopped),
    isReady: false,
    readySec: pod.isReady ? nowSec : pod.readySec,
  });
  const wasStable = nowSec - container.startedSec >= STABLE_SEC;
  if (run === 0 || wasStable) timeline.after(1000, () => restart(cluster, key, id, index, run));
  else timeline.after(1000, () => backOff(cluster, key, id, index, run));
}

function announceOom(cluster: Cluster, pod: PodRecord, index: number): void {
  const node = cluster.store.nodes.get(pod.nodeName);
  if (!node) return;
  const process = `${20_000 + (pod.id % 9000)} (${nameOf(pod, index).slice(0, 15)})`;
  cluster.events.record('Node', node, {
    type: 'Warning',
    reason: 'OOMKilling',
    message: `Memory cgroup out of memory: Killed process ${process}`,
    component: 'kernel-monitor',
  });
}

function backOff(cluster: Cluster, key: string, id: number, index: number, run: number): void {
  const { store, timeline } = cluster;
  const pod = current(cluster, key, id);
  const container = pod?.containers[index];
  if (!pod || container?.state !== 'terminated' || container.restarts !== run) return;
  const waitSec = backoffSec(run - 1);
  const name = nameOf(pod, index);
  const fullName = `${pod.name}_${pod.namespace}(${uidOf(cluster.seed, pod.id)})`;
  cluster.events.record('Pod', pod, {
    container: name,
    type: 'Warning',
    reason: 'BackOff',
    message: `Back-off restarting failed container ${name} in pod ${fullName}`,
  });
  const waiting: ContainerRecord = {
    state: 'waiting',
    startedSec: 0,
    restarts: run,
    isReady: false,
    waitingReason: 'CrashLoopBackOff',
    waitingMessage: `back-off ${waitText(waitSec)} restarting failed container=${name} pod=${fullName}`,
    lastEnd: container.end,
  };
  store.pods.update(key, { containers: pod.containers.with(index, waiting) });
  timeline.after(waitSec * 1000, () => restart(cluster, key, id, index, run));
}

function waitText(sec: number): string {
  const minutes = Math.floor(sec / 60);
  return minutes === 0 ? `${sec}s` : `${minutes}m${sec % 60}s`;
}

function restart(cluster: Cluster, key: string, id: number, index: number, run: number): void {
  const { store, timeline, random } = cluster;
  const pod = current(cluster, key, id);
  const container = pod?.containers[index];
  if (!pod || !container || container.state === 'running' || container.restarts !== run) return;
  announceStart(cluster, pod, index, pod.template.containers[index]?.image ?? '');
  const running: ContainerRecord = {
    state: 'running',
    startedSec: timeline.nowSec(),
    restarts: run + 1,
    isReady: false,
    lastEnd: container.end ?? container.lastEnd,
  };
  store.pods.update(key, { containers: pod.containers.with(index, running) });
  timeline.after(random.int(800, 3000), () => becomeReady(cluster, key, id));
  planEnd(cluster, key, id, index);
}

/** Marks all containers of a pod as ended. */
export function stopContainers(
  pod: PodRecord,
  finishedSec: number,
  exitCode: number,
  reason: string,
): ContainerRecord[] {
  return pod.containers.map((container) =>
    container.state === 'running'
      ? {
          ...container,
          state: 'terminated',
          isReady: false,
          end: { exitCode, reason, startedSec: container.startedSec, finishedSec },
        }
      : container,
  );
}

/** Adds the pod's counters to its node: no kubelet reads a pod that has ended. */
export function podEnded({ seed, loads, ledger, timeline }: Cluster, pod: PodRecord): void {
  if (pod.nodeName === '') return;
  const isOwn = pod.startedSec > 0 && !pod.template.isHostNetwork;
  const network = isOwn ? podNetwork(seed, pod, loads, timeline.nowSec()) : NO_NETWORK;
  ledger.podEnded(pod.nodeName, pod.id, network);
}

/** Continues the waiting work of a pod after the kubelet's return. */
export function resumePod(cluster: Cluster, pod: PodRecord): void {
  const key = keyOf(pod);
  if (pod.startedSec === 0) {
    startPod(cluster, key, pod.id);
    return;
  }
  if (pod.phase === 'Pending') {
    cluster.timeline.after(500, () => pullImages(cluster, key, pod.id, 0));
    return;
  }
  cluster.timeline.after(cluster.random.int(500, 3000), () => becomeReady(cluster, key, pod.id));
  for (const [index, container] of pod.containers.entries()) {
    if (container.state === 'running') planEnd(cluster, key, pod.id, index);
    else if (pod.phase === 'Running')
      cluster.timeline.after(1000, () => restart(cluster, key, pod.id, index, container.restarts));
  }
}

/** Applies a template's new fault to its running pods. */
export function exposeToFault(cluster: Cluster, templateId: number): void {
  const fault = cluster.faults.crashes.get(templateId);
  if (!fault) return;
  for (const pod of [...cluster.store.pods.values()]) {
    if (pod.template.id === templateId) planEnd(cluster, keyOf(pod), pod.id, fault.containerIndex);
  }
}
