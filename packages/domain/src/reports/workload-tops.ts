/** Averages of a pod over the period of a report. A request that is not set is 0. */
export interface PodUse {
  readonly hostId: number;
  readonly clusterName: string;
  readonly namespace: string;
  readonly ownerKind: string;
  readonly name: string;
  readonly cpuUsed: number;
  readonly memUsed: number;
  readonly cpuRequested: number;
  readonly memRequested: number;
}

const LIMIT = 10;
/** A request is far above the use from this factor. Less is reserve. */
const WASTE_FACTOR = 2;
/** Less is not worth a change. */
const MIN_WASTED_CORES = 0.1;
const MIN_WASTED_BYTES = 128 * 2 ** 20;

type Resource = 'cpu' | 'mem';

/** The workloads that use most, and those of which the request is far above the use, the most wasteful first. */
export function workloadTops(pods: readonly PodUse[]) {
  const workloads = [
    ...Map.groupBy(pods, ({ hostId, namespace, ownerKind, name }) =>
      JSON.stringify([hostId, namespace, ownerKind, name]),
    ).values(),
  ].flatMap(sumOf);
  const most = (resource: Resource) =>
    workloads
      .map((one) => rowOf(one, resource))
      .filter(({ used }) => used > 0)
      .toSorted((a, b) => b.used - a.used)
      .slice(0, LIMIT);
  const wasted = (resource: Resource, min: number) =>
    workloads
      .map((one) => rowOf(one, resource))
      .filter((row) => wasteOf(row) >= min && (row.requested ?? 0) >= row.used * WASTE_FACTOR)
      .toSorted((a, b) => wasteOf(b) - wasteOf(a))
      .slice(0, LIMIT);
  return {
    byCpu: most('cpu'),
    byMemory: most('mem'),
    wastedCpu: wasted('cpu', MIN_WASTED_CORES),
    wastedMemory: wasted('mem', MIN_WASTED_BYTES),
  };
}

function sumOf(pods: readonly PodUse[]): (PodUse & { readonly podCnt: number })[] {
  const [first] = pods;
  if (!first) return [];
  const sum = (field: 'cpuUsed' | 'memUsed' | 'cpuRequested' | 'memRequested') =>
    pods.reduce((total, pod) => total + pod[field], 0);
  return [
    {
      ...first,
      podCnt: pods.length,
      cpuUsed: sum('cpuUsed'),
      memUsed: sum('memUsed'),
      cpuRequested: sum('cpuRequested'),
      memRequested: sum('memRequested'),
    },
  ];
}

function rowOf(
  { hostId, clusterName, namespace, ownerKind, name, podCnt, ...sums }: PodUse & { readonly podCnt: number },
  resource: Resource,
) {
  const requested = sums[`${resource}Requested`];
  const used = sums[`${resource}Used`];
  return {
    hostId,
    clusterName,
    namespace,
    ownerKind,
    name,
    podCnt,
    used,
    requested: requested > 0 ? requested : null,
  };
}

function wasteOf({ used, requested }: { readonly used: number; readonly requested: number | null }): number {
  return (requested ?? 0) - used;
}
