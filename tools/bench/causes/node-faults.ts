import { planEnd } from '../../simulator/src/controllers/containers.ts';
import { addNode, startKubelet, stopKubelet } from '../../simulator/src/controllers/nodes.ts';
import { probeAgain } from '../../simulator/src/controllers/readiness.ts';
import { isNodeReady } from '../../simulator/src/kinds/node.ts';
import type { NodeRecord, PodRecord } from '../../simulator/src/kinds/object/records.ts';
import type { Cluster } from '../../simulator/src/world/cluster.ts';
import { keyOf } from '../../simulator/src/world/collection.ts';

/** The nodes that take usual pods, in the order of their names. */
export function workersOf({ store }: Cluster): NodeRecord[] {
  return [...store.nodes.values()]
    .filter((node) => !node.machine.isVirtual && node.taints.length === 0 && isNodeReady(node))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The machine goes down, and comes back with all containers started anew. */
export function reboot(cluster: Cluster, nodeName: string, downMs: number): void {
  stopKubelet(cluster, nodeName);
  cluster.timeline.after(downMs, () => {
    const node = cluster.store.nodes.get(nodeName);
    if (!node) return;
    for (const pod of cluster.indexes.podsOn(nodeName)) stopContainersOf(cluster, pod);
    startKubelet(cluster, nodeName);
    cluster.events.record('Node', node, { reason: 'Starting', message: 'Starting kubelet.' });
    cluster.events.record('Node', node, {
      type: 'Warning',
      reason: 'Rebooted',
      message: `Node ${nodeName} has been rebooted, boot id: 4c8f6c1e-6b0d-4d7c-9a35-${String(node.id).padStart(12, '0')}`,
    });
  });
}

function stopContainersOf({ store, timeline }: Cluster, pod: PodRecord): void {
  if (pod.phase !== 'Running' || pod.deletedSec !== undefined) return;
  const finishedSec = timeline.nowSec();
  store.pods.update(keyOf(pod), {
    isReady: false,
    readySec: pod.isReady ? finishedSec : pod.readySec,
    containers: pod.containers.map((container) => ({
      ...container,
      state: 'terminated',
      isReady: false,
      end: { exitCode: 255, reason: 'Unknown', startedSec: container.startedSec, finishedSec },
    })),
  });
}

/** The kubelet restarts with the next minor version. The containers keep running. */
export function upgradeKubelet(cluster: Cluster, nodeName: string): void {
  const { store, events } = cluster;
  const node = store.nodes.get(nodeName);
  if (!node) throw new Error(`no node ${nodeName}`);
  const kubeletVersion = node.machine.kubeletVersion.replace(
    /\.(\d+)\./,
    (_, minor) => `.${Number(minor) + 1}.`,
  );
  store.nodes.update(nodeName, { machine: { ...node.machine, kubeletVersion } });
  events.record('Node', node, { reason: 'Starting', message: 'Starting kubelet.' });
}

/** From now on no pod of the node is ready. */
export function failProbesOn(cluster: Cluster, nodeName: string): void {
  cluster.faults.failingProbesOn.add(nodeName);
  for (const pod of cluster.indexes.podsOn(nodeName)) probeAgain(cluster, keyOf(pod), pod.id);
}

/** From now on the first container of each pod of the node ends soon after every start. */
export function crashOn(cluster: Cluster, nodeName: string, afterSec: number): void {
  cluster.faults.crashesOn.set(nodeName, { containerIndex: 0, afterSec, exitCode: 1, reason: 'Error' });
  for (const pod of cluster.indexes.podsOn(nodeName)) planEnd(cluster, keyOf(pod), pod.id, 0);
}

/** A machine like the others joins. Returns its name. */
export function joinNode(cluster: Cluster): string {
  const [like] = workersOf(cluster);
  if (!like) throw new Error('no worker');
  const name = `${like.name}-n${cluster.store.nodes.size}`;
  const labels = { ...like.machine.labels, 'kubernetes.io/hostname': name };
  addNode(cluster, name, { ...like.machine, labels, internalIp: '10.224.9.9' });
  return name;
}
