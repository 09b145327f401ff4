import type {
  Machine,
  NodeConditionRecord,
  NodeConditionType,
  NodeRecord,
  PodRecord,
  Taint,
} from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { healthyConditions, newNode } from '../world/new-objects.ts';
import { resumePod } from './containers.ts';
import { deletePod, removePod, stopLater } from './pods.ts';

/** After this time without a report, the node controller marks a node as unknown. */
const GRACE_MS = 40_000;
/** How long pods tolerate a node that does not answer. */
const EVICT_AFTER_MS = 300_000;
const HEARTBEAT_MS = 300_000;
const CONTROLLER = { component: 'node-controller' };

export function recordStatus(
  cluster: Cluster,
  node: NodeRecord,
  reason: string,
  source?: typeof CONTROLLER,
): void {
  const message = `Node ${node.name} status is now: ${reason}`;
  cluster.events.record('Node', node, { ...source, reason, message });
}

export function setCondition(
  cluster: Cluster,
  nodeName: string,
  type: NodeConditionType,
  change: Pick<NodeConditionRecord, 'status' | 'reason' | 'message'>,
): void {
  const conditions = cluster.store.nodes.get(nodeName)?.conditions;
  if (!conditions) return;
  const nowSec = cluster.timeline.nowSec();
  const before = conditions.find((condition) => condition.type === type);
  const sinceSec = before?.status === change.status ? before.sinceSec : nowSec;
  const condition: NodeConditionRecord = { type, ...change, heartbeatSec: nowSec, sinceSec };
  cluster.store.nodes.update(nodeName, {
    conditions: before
      ? conditions.map((known) => (known === before ? condition : known))
      : [condition, ...conditions],
  });
}

export function addTaint(cluster: Cluster, nodeName: string, taint: Taint): void {
  const taints = cluster.store.nodes.get(nodeName)?.taints;
  if (!taints) return;
  const others = taints.filter(({ key, effect }) => key !== taint.key || effect !== taint.effect);
  cluster.store.nodes.update(nodeName, { taints: [...others, taint] });
}

export function removeTaints(cluster: Cluster, nodeName: string, key: string): void {
  const node = cluster.store.nodes.get(nodeName);
  if (!node?.taints.some((taint) => taint.key === key)) return;
  cluster.store.nodes.update(nodeName, { taints: node.taints.filter((taint) => taint.key !== key) });
}

/** Stops the kubelet: the controller notices it after a while, and evicts its pods later. */
export function stopKubelet(cluster: Cluster, nodeName: string): void {
  const { timeline, faults, store } = cluster;
  faults.silentNodes.add(nodeName);
  const id = store.nodes.get(nodeName)?.id;
  timeline.after(GRACE_MS, () => {
    if (!faults.silentNodes.has(nodeName) || store.nodes.get(nodeName)?.id !== id) return;
    giveUp(cluster, nodeName);
    timeline.after(EVICT_AFTER_MS, () => {
      if (faults.silentNodes.has(nodeName) && store.nodes.get(nodeName)?.id === id)
        evictAll(cluster, nodeName);
    });
  });
}

const UNREACHABLE = 'node.kubernetes.io/unreachable';

function giveUp(cluster: Cluster, nodeName: string): void {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return;
  const nowSec = cluster.timeline.nowSec();
  cluster.store.nodes.update(nodeName, {
    conditions: node.conditions.map((condition) =>
      condition.type === 'NetworkUnavailable'
        ? condition
        : {
            ...condition,
            status: 'Unknown',
            sinceSec: nowSec,
            reason: 'NodeStatusUnknown',
            message: 'Kubelet stopped posting node status.',
          },
    ),
  });
  recordStatus(cluster, node, 'NodeNotReady', CONTROLLER);
  addTaint(cluster, nodeName, { key: UNREACHABLE, effect: 'NoSchedule' });
  addTaint(cluster, nodeName, { key: UNREACHABLE, effect: 'NoExecute' });
  for (const pod of cluster.indexes.podsOn(nodeName)) {
    if (!pod.isReady) continue;
    cluster.store.pods.update(keyOf(pod), { isReady: false, readySec: nowSec });
    cluster.events.record('Pod', pod, {
      ...CONTROLLER,
      type: 'Warning',
      reason: 'NodeNotReady',
      message: 'Node is not ready',
    });
  }
}

/** A pod that runs on this node or not at all. */
export function isBoundToNode({ owner }: PodRecord): boolean {
  return owner?.kind === 'DaemonSet' || owner?.kind === 'Node';
}

function evictAll(cluster: Cluster, nodeName: string): void {
  for (const pod of cluster.indexes.podsOn(nodeName)) {
    if (pod.deletedSec !== undefined || isBoundToNode(pod)) continue;
    cluster.events.record('Pod', pod, {
      reason: 'TaintManagerEviction',
      message: `Marking for deletion Pod ${keyOf(pod)}`,
      component: 'taint-eviction-controller',
    });
    deletePod(cluster, keyOf(pod));
  }
}

/** The kubelet is back: it reports, and performs the outstanding stops and starts. */
export function startKubelet(cluster: Cluster, nodeName: string): void {
  const { store, timeline, faults } = cluster;
  if (!faults.silentNodes.delete(nodeName)) return;
  const node = store.nodes.get(nodeName);
  if (!node) return;
  const wasReady = node.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  const nowSec = timeline.nowSec();
  const healthy = healthyConditions(node.machine.hasNetworkCondition, nowSec);
  store.nodes.update(nodeName, {
    conditions: node.conditions.map((condition) => {
      if (condition.type === 'NetworkUnavailable' || condition.status !== 'Unknown')
        return { ...condition, heartbeatSec: nowSec };
      return healthy.find(({ type }) => type === condition.type) ?? condition;
    }),
  });
  if (!wasReady) recordStatus(cluster, node, 'NodeReady');
  removeTaints(cluster, nodeName, UNREACHABLE);
  for (const pod of cluster.indexes.podsOn(nodeName)) {
    if (pod.deletedSec !== undefined) stopLater(cluster, keyOf(pod), pod.id);
    else resumePod(cluster, pod);
  }
}

const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

export function cordon(cluster: Cluster, nodeName: string): void {
  const node = cluster.store.nodes.get(nodeName);
  if (!node || node.isUnschedulable) return;
  cluster.store.nodes.update(nodeName, { isUnschedulable: true });
  recordStatus(cluster, node, 'NodeNotSchedulable');
  addTaint(cluster, nodeName, { key: UNSCHEDULABLE, effect: 'NoSchedule' });
}

export function uncordon(cluster: Cluster, nodeName: string): void {
  const node = cluster.store.nodes.get(nodeName);
  if (!node?.isUnschedulable) return;
  cluster.store.nodes.update(nodeName, { isUnschedulable: false });
  recordStatus(cluster, node, 'NodeSchedulable');
  removeTaints(cluster, nodeName, UNSCHEDULABLE);
}

/** Removes a node object with all its pods. */
export function removeNode(cluster: Cluster, nodeName: string): void {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return;
  const message = `Node ${nodeName} event: Removing Node ${nodeName} from Controller`;
  cluster.events.record('Node', node, { ...CONTROLLER, reason: 'RemovingNode', message });
  cluster.store.nodes.remove(nodeName);
  cluster.faults.silentNodes.delete(nodeName);
  for (const pod of cluster.indexes.podsOn(nodeName)) removePod(cluster, keyOf(pod));
  cluster.ledger.nodeGone(nodeName);
}

/** Adds a machine with a name. It is not ready until its network is up. */
export function addNode(cluster: Cluster, name: string, machine: Machine): void {
  const { store, timeline } = cluster;
  const node = store.nodes.add(newNode(cluster, name, machine));
  setCondition(cluster, name, 'Ready', {
    status: 'False',
    reason: 'KubeletNotReady',
    message:
      'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
  });
  cluster.events.record('Node', node, { reason: 'Starting', message: 'Starting kubelet.' });
  const message = `Node ${name} event: Registered Node ${name} in Controller`;
  cluster.events.record('Node', node, { ...CONTROLLER, reason: 'RegisteredNode', message });
  timeline.after(12_000, () => {
    if (store.nodes.get(name)?.id !== node.id) return;
    setCondition(cluster, name, 'Ready', {
      status: 'True',
      reason: 'KubeletReady',
      message: 'kubelet is posting ready status',
    });
    recordStatus(cluster, node, 'NodeReady');
  });
  keepBeating(cluster, name, node.id, HEARTBEAT_MS);
}

/** Kubelets report every five minutes when nothing has changed. */
export function keepBeating(cluster: Cluster, nodeName: string, id: number, delayMs: number): void {
  cluster.timeline.after(delayMs, () => {
    const node = cluster.store.nodes.get(nodeName);
    if (node?.id !== id) return;
    if (!cluster.faults.silentNodes.has(nodeName)) {
      const heartbeatSec = cluster.timeline.nowSec();
      cluster.store.nodes.update(keyOf(node), {
        conditions: node.conditions.map((condition) => ({ ...condition, heartbeatSec })),
      });
    }
    keepBeating(cluster, nodeName, id, HEARTBEAT_MS);
  });
}
