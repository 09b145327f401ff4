import { allocatableOf, isNodeReady } from '../kinds/node.ts';
import type { NodeRecord, PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { startPod } from './containers.ts';

const RETRY_MS = 20_000;
const CLAIM_RETRY_MS = 2000;
const SCHEDULER = { component: 'default-scheduler' };

/** Finds a node for a pod, or records why there is none and retries. */
export function schedule(cluster: Cluster, key: string, id: number): void {
  const { store, timeline } = cluster;
  const pod = store.pods.get(key);
  if (pod?.id !== id || pod.nodeName !== '' || pod.deletedSec !== undefined) return;
  const isBound = (claim: string) =>
    store.persistentvolumeclaims.get(`${pod.namespace}/${claim}`)?.phase === 'Bound';
  if (!pod.claims.every(isBound)) {
    refuse(cluster, key, pod, 'pod has unbound immediate PersistentVolumeClaims');
    timeline.after(CLAIM_RETRY_MS, () => schedule(cluster, key, id));
    return;
  }
  const verdicts = new Map<string, number>();
  const node = pod.wantedNode === '' ? choose(cluster, pod, verdicts) : store.nodes.get(pod.wantedNode);
  if (!node) {
    refuse(cluster, key, pod, [...verdicts].map(([reason, count]) => `${count} ${reason}`).join(', '));
    timeline.after(RETRY_MS, () => schedule(cluster, key, id));
    return;
  }
  bind(cluster, key, pod, node.name);
}

function bind(cluster: Cluster, key: string, pod: PodRecord, nodeName: string): void {
  const { store, timeline, random } = cluster;
  store.pods.update(key, { nodeName, scheduledSec: timeline.nowSec(), unschedulable: '' });
  const message = `Successfully assigned ${pod.namespace}/${pod.name} to ${nodeName}`;
  cluster.events.record('Pod', pod, { ...SCHEDULER, reason: 'Scheduled', message });
  timeline.after(random.int(50, 400), () => startPod(cluster, key, pod.id));
}

function refuse(cluster: Cluster, key: string, pod: PodRecord, why: string): void {
  const { store } = cluster;
  const total = store.nodes.size;
  const message =
    `0/${total} nodes are available: ${why}. preemption: 0/${total} nodes are available: ` +
    `${total} No preemption victims found for incoming pod..`;
  cluster.events.record('Pod', pod, { ...SCHEDULER, type: 'Warning', reason: 'FailedScheduling', message });
  if (pod.unschedulable === message) return;
  const scheduledSec = pod.unschedulable === '' ? cluster.timeline.nowSec() : pod.scheduledSec;
  store.pods.update(key, { unschedulable: message, scheduledSec });
}

function choose(cluster: Cluster, pod: PodRecord, verdicts: Map<string, number>): NodeRecord | undefined {
  let milliCpu = 0;
  let bytes = 0;
  for (const { resources } of pod.template.containers) {
    milliCpu += Math.max(0, resources.requestMilliCpu);
    bytes += Math.max(0, resources.requestBytes);
  }
  let best: NodeRecord | undefined;
  let bestShare = Number.POSITIVE_INFINITY;
  for (const node of cluster.store.nodes.values()) {
    const taken = cluster.indexes.requestedOn(node.name);
    const room = allocatableOf(node);
    const verdict = verdictOn(node, taken, milliCpu, bytes);
    if (verdict !== undefined) {
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      continue;
    }
    const share = (taken.milliCpu + milliCpu) / room.milliCpu + taken.pods / room.pods;
    if (share < bestShare) {
      best = node;
      bestShare = share;
    }
  }
  return best;
}

function verdictOn(
  node: NodeRecord,
  taken: { milliCpu: number; bytes: number; pods: number },
  milliCpu: number,
  bytes: number,
): string | undefined {
  const [taint] = node.taints;
  if (taint)
    return taint.key === 'node.kubernetes.io/unschedulable'
      ? 'node(s) were unschedulable'
      : `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`;
  if (!isNodeReady(node)) return 'node(s) were not ready';
  const room = allocatableOf(node);
  if (taken.pods >= room.pods) return 'Too many pods';
  if (taken.milliCpu + milliCpu > room.milliCpu) return 'Insufficient cpu';
  if (taken.bytes + bytes > room.bytes) return 'Insufficient memory';
  return undefined;
}
