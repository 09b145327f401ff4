import type { PodTemplate } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { usageOf } from '../world/quotas.ts';

/** Why the API server refuses a new pod. Undefined: it accepts the pod. */
export function refusalOf(
  cluster: Cluster,
  namespace: string,
  podName: string,
  { containers }: PodTemplate,
): string | undefined {
  const refused = cluster.faults.refusedPods.get(namespace);
  if (refused !== undefined) return refused;
  if (!cluster.faults.enforcedQuotas.has(namespace)) return undefined;
  const usage = usageOf(cluster, namespace);
  const bytes = containers.reduce((sum, { resources }) => sum + Math.max(0, resources.requestBytes), 0);
  const wanted: Readonly<Record<string, number>> = { pods: 1, 'requests.memory': bytes };
  for (const quota of cluster.store.resourcequotas.values()) {
    if (quota.namespace !== namespace) continue;
    for (const [resource, limit] of Object.entries(quota.hard)) {
      const used = usage[resource] ?? 0;
      const more = wanted[resource] ?? 0;
      if (more > 0 && used + more > limit)
        return `pods "${podName}" is forbidden: exceeded quota: ${quota.name}, requested: ${resource}=${more}, used: ${resource}=${used}, limited: ${resource}=${limit}`;
    }
  }
  return undefined;
}
