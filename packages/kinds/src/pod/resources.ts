import type { ContainerRecord } from '../container/record.ts';

type Resource = 'cpuCores' | 'memBytes';

/** The resources that the scheduler reserves for a pod; -1 when no container has a request. */
export function podRequest(containers: readonly ContainerRecord[], resource: Resource): number {
  const asking = containers.filter(({ type }) => type !== 'ephemeral');
  if (asking.every(({ requests }) => requests[resource] < 0)) return -1;
  return needed(asking, (container) => container.requests[resource]);
}

/** The limit of a pod; -1 unless all its regular and sidecar containers have one. */
export function podLimit(containers: readonly ContainerRecord[], resource: Resource): number {
  const lasting = containers.filter(({ type }) => type === 'regular' || type === 'sidecar');
  if (lasting.length === 0 || lasting.some(({ limits }) => limits[resource] < 0)) return -1;
  return needed(
    containers.filter(({ type }) => type !== 'ephemeral'),
    (container) => container.limits[resource],
  );
}

/**
 * Init containers run one at a time beside the sidecars started before them. Then all other containers run
 * together. The larger sum counts.
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
