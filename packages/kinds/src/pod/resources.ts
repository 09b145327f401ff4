import type { ContainerRecord } from '../container/record.ts';
import type { PodRecord } from './record.ts';

type Resource = 'cpuCores' | 'memBytes';
type Bound = 'requests' | 'limits';

/*
 * Requests and limits of a pod, as `kubectl describe node` computes them. Amounts of the pod itself replace the
 * sums of its containers. The overhead of its RuntimeClass is added at the end. -1: not set.
 */

/** The resources that the scheduler reserves for a pod; -1 when nothing is requested. */
export function podRequest(pod: PodRecord, resource: Resource): number {
  const overhead = pod.overhead?.[resource] ?? -1;
  const request = amountOf(pod, 'requests', resource);
  return overhead < 0 ? request : Math.max(0, request) + overhead;
}

/** The sum of the limits that are set; -1 when none is. */
export function podLimitSum(pod: PodRecord, resource: Resource): number {
  const limit = amountOf(pod, 'limits', resource);
  return limit > 0 ? limit + Math.max(0, pod.overhead?.[resource] ?? 0) : limit;
}

/** The amount that the pod cannot exceed; -1 unless all its regular and sidecar containers have a limit. */
export function podLimit(pod: PodRecord, resource: Resource): number {
  const lasting = pod.containers.filter(({ type }) => type === 'regular' || type === 'sidecar');
  const isLimited = lasting.length > 0 && lasting.every(({ limits }) => limits[resource] >= 0);
  const isLimitedItself = (pod.resources?.limits[resource] ?? -1) >= 0;
  return isLimited || isLimitedItself ? podLimitSum(pod, resource) : -1;
}

function amountOf({ resources, containers }: PodRecord, bound: Bound, resource: Resource): number {
  const own = resources?.[bound][resource] ?? -1;
  if (own >= 0) return own;
  const asking = containers.filter(({ type }) => type !== 'ephemeral');
  if (asking.every((container) => container[bound][resource] < 0)) return -1;
  return needed(asking, (container) => container[bound][resource]);
}

/**
 * Init containers run one at a time beside the sidecars started before them. Then all other containers run
 * together. The larger sum counts.
 */
function needed(
  containers: readonly ContainerRecord[],
  amountIn: (container: ContainerRecord) => number,
): number {
  let together = 0;
  let sidecars = 0;
  let whileStarting = 0;
  for (const container of containers) {
    const amount = Math.max(0, amountIn(container));
    if (container.type === 'init') {
      whileStarting = Math.max(whileStarting, sidecars + amount);
      continue;
    }
    together += amount;
    if (container.type === 'sidecar') sidecars += amount;
  }
  return Math.max(together, whileStarting);
}
