import type { PodRecord, PodTemplate } from '../../simulator/src/kinds/object/records.ts';
import { loadProfile } from '../../simulator/src/metrics/container-load.ts';
import type { LoadFactors } from '../../simulator/src/scenarios/scenario.ts';
import type { Cluster } from '../../simulator/src/world/cluster.ts';

/** Changes the load of the first container of each pod. */
export function changeLoadOf(
  { loads, timeline }: Cluster,
  pods: readonly PodRecord[],
  factors: LoadFactors,
): void {
  for (const { id } of pods) loads.change(id, 0, timeline.nowSec(), factors);
}

/** Every pod of the template has this load from the start on. */
export function loadOfTemplate(
  cluster: Cluster,
  template: PodTemplate,
  factorsOf: (pod: PodRecord) => LoadFactors,
): void {
  const known = new Set<number>();
  cluster.store.pods.listen(({ object: pod }) => {
    if (pod.template.id !== template.id || pod.nodeName === '' || known.has(pod.id)) return;
    known.add(pod.id);
    changeLoadOf(cluster, [pod], factorsOf(pod));
  });
}

/** The load of a pod whose first container uses this share of its node's CPU. */
export function shareOfNode(cluster: Cluster, pod: PodRecord, share: number): LoadFactors {
  const cores = ((cluster.store.nodes.get(pod.nodeName)?.machine.milliCpu ?? 0) / 1000) * share;
  return { cpuFactor: cores / coresOf(cluster, pod, 0), swing: 0.02 };
}

/** All containers of the pods use nearly their CPU limits. */
export function useAllCpu(cluster: Cluster, pods: readonly PodRecord[]): void {
  for (const pod of pods) {
    for (const [index, { resources }] of pod.template.containers.entries()) {
      if (resources.limitMilliCpu <= 0) continue;
      const cpuFactor = ((resources.limitMilliCpu / 1000) * 0.97) / coresOf(cluster, pod, index);
      cluster.loads.change(pod.id, index, cluster.timeline.nowSec(), {
        cpuFactor,
        swing: 0.01,
        throttledShare: 0.5,
      });
    }
  }
}

function coresOf({ seed }: Cluster, pod: PodRecord, index: number): number {
  const template = pod.template.containers[index];
  return template ? loadProfile(seed, pod.id, index, template).cores : Number.NaN;
}
