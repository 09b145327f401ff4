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

interface WorkloadSum extends PodUse {
  readonly podCnt: number;
}

/** Adds up the pods of each workload. A report adds a part of its pods at a time, so that other requests go on between. */
export class WorkloadSums {
  readonly #sums = new Map<string, WorkloadSum>();

  add(pods: readonly PodUse[]): void {
    for (const pod of pods) {
      const key = JSON.stringify([pod.hostId, pod.namespace, pod.ownerKind, pod.name]);
      const sum = this.#sums.get(key);
      this.#sums.set(key, sum ? sumOf(sum, pod) : { ...pod, podCnt: 1 });
    }
  }

  /** The workloads that use most, and those of which the request is far above the use, the most wasteful first. */
  tops() {
    const most = (resource: Resource) => {
      const usedBy = (sum: WorkloadSum) => sum[`${resource}Used`];
      return largest(this.#sums.values(), usedBy).map((sum) => rowOf(sum, resource));
    };
    const wasted = (resource: Resource, min: number) => {
      const wastedBy = (sum: WorkloadSum) => {
        const used = sum[`${resource}Used`];
        const requested = sum[`${resource}Requested`];
        const isWasteful = requested - used >= min && requested >= used * WASTE_FACTOR;
        return isWasteful ? requested - used : 0;
      };
      return largest(this.#sums.values(), wastedBy).map((sum) => rowOf(sum, resource));
    };
    return {
      byCpu: most('cpu'),
      byMemory: most('mem'),
      wastedCpu: wasted('cpu', MIN_WASTED_CORES),
      wastedMemory: wasted('mem', MIN_WASTED_BYTES),
    };
  }
}

/** The items with the largest amounts above 0. One pass: sorting all workloads of a large group takes too long. */
function largest<Item>(items: Iterable<Item>, amountOf: (item: Item) => number): Item[] {
  const found: { readonly item: Item; readonly amount: number }[] = [];
  for (const item of items) {
    const amount = amountOf(item);
    const last = found.at(-1);
    if (!(amount > 0) || (found.length === LIMIT && last && amount <= last.amount)) continue;
    const at = found.findIndex((other) => other.amount < amount);
    found.splice(at === -1 ? found.length : at, 0, { item, amount });
    if (found.length > LIMIT) found.pop();
  }
  return found.map(({ item }) => item);
}

function sumOf(sum: WorkloadSum, pod: PodUse): WorkloadSum {
  return {
    ...sum,
    podCnt: sum.podCnt + 1,
    cpuUsed: sum.cpuUsed + pod.cpuUsed,
    memUsed: sum.memUsed + pod.memUsed,
    cpuRequested: sum.cpuRequested + pod.cpuRequested,
    memRequested: sum.memRequested + pod.memRequested,
  };
}

function rowOf(
  { hostId, clusterName, namespace, ownerKind, name, podCnt, ...sums }: WorkloadSum,
  resource: Resource,
) {
  const requested = sums[`${resource}Requested`];
  return {
    hostId,
    clusterName,
    namespace,
    ownerKind,
    name,
    podCnt,
    used: sums[`${resource}Used`],
    requested: requested > 0 ? requested : null,
  };
}
