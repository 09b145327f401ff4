import type { ContainerRecord } from '../container/record.ts';

type Resource = 'cpuCores' | 'memBytes';

/** What the scheduler keeps free for a pod; -1 where no container asks for any. */
export function podRequest(containers: readonly ContainerRecord[], resource: Resource): number {
  const asking = containers.filter(({ type }) => type !== 'ephemeral');
  if (asking.every(({ requests }) => requests[resource] < 0)) return -1;
  return needed(asking, (container) => container.requests[resource]);
}

/** A pod is bounded only where each of its lasting containers is; else -1. */
export function podLimit(containers: readonly ContainerRecord[], resource: Resource): number {
  const lasting = containers.filter(({ type }) => type === 'regular' || type === 'sidecar');
  if (lasting.length === 0 || lasting.some(({ limits }) => limits[resource] < 0)) return -1;
  return needed(
    containers.filter(({ type }) => type !== 'ephemeral'),
    (container) => container.limits[resource],
  );
}

/**
 * Init containers run one after another beside the sidecars started before them, then all the others at once: the
 * larger of the two counts.
 */
function needed(
  containers: readonly ContainerRecord[],
  amountOf: (container: ContainerRecord) => number,
): number {
  let together = 0;
  let sidecars = 0;
  let whileStarting = 0;
  for (const container of containers) {
    const amount = Math.max(0, amountOf(container));
    if (container.type === 'init') {
      whileStarting = Math.max(whileStarting, sidecars + amount);
      continue;
    }
    together += amount;
    if (container.type === 'sidecar') sidecars += amount;
  }
  return Math.max(together, whileStarting);
}
