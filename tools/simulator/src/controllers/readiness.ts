import type { PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';

const PROBE_AGAIN_MS = 30_000;

/** The pod, unless it ends, has failed, or its kubelet has stopped. */
export function current(cluster: Cluster, key: string, id: number): PodRecord | undefined {
  const pod = cluster.store.pods.get(key);
  if (pod?.id !== id || pod.deletedSec !== undefined || pod.phase === 'Failed') return undefined;
  return cluster.faults.silentNodes.has(pod.nodeName) ? undefined : pod;
}

/** Every running container passes its probe, unless a fault prevents it. The pod is ready when all do. */
export function becomeReady(cluster: Cluster, key: string, id: number): void {
  const pod = current(cluster, key, id);
  if (pod?.phase !== 'Running') return;
  const isFailing = failsProbe(cluster, pod);
  const containers = pod.containers.map((container, index) =>
    container.state === 'running' && !container.isReady && !(isFailing && index === 0)
      ? { ...container, isReady: true }
      : container,
  );
  setReadiness(cluster, key, pod, containers);
  if (isFailing) failProbe(cluster, key, pod);
}

/** Containers that were ready fail their probe from now on, if a fault says so. */
export function probeAgain(cluster: Cluster, key: string, id: number): void {
  const pod = current(cluster, key, id);
  if (pod?.phase !== 'Running' || !failsProbe(cluster, pod)) return;
  const containers = pod.containers.map((container, index) =>
    index === 0 ? { ...container, isReady: false } : container,
  );
  setReadiness(cluster, key, pod, containers);
  failProbe(cluster, key, pod);
}

function failsProbe({ faults }: Cluster, { template, nodeName }: PodRecord): boolean {
  return faults.failingProbes.has(template.id) || faults.failingProbesOn.has(nodeName);
}

function failProbe(cluster: Cluster, key: string, pod: PodRecord): void {
  const timeout = pod.template.containers[0]?.readinessProbe?.timeoutSec ?? 1;
  cluster.events.record('Pod', pod, {
    container: pod.template.containers[0]?.name,
    type: 'Warning',
    reason: 'Unhealthy',
    message: `Readiness probe failed: Get "http://${pod.podIp}:8080/ready": context deadline exceeded (after ${timeout}s)`,
  });
  cluster.timeline.after(PROBE_AGAIN_MS, () => becomeReady(cluster, key, pod.id));
}

function setReadiness(
  cluster: Cluster,
  key: string,
  pod: PodRecord,
  containers: PodRecord['containers'],
): void {
  const isReady = containers.every((container) => container.isReady);
  const readySec = isReady === pod.isReady ? pod.readySec : cluster.timeline.nowSec();
  cluster.store.pods.update(key, { containers, isReady, readySec });
}
