import type { Db } from '@gwanje/backend/database/schema';
import { WorkloadSums } from '@gwanje/domain/reports/workload-tops';
import type { MetricStore } from '@gwanje/metric-store/interface';
import {
  listReportPods,
  type PodRow,
  type ReportCluster,
  type ReportRange,
} from './report-data-repository.ts';

/** The pods that a report reads, over all clusters. Each cluster has the same share. */
const MAX_PODS = 20_000;
const MIN_PODS_OF_CLUSTER = 200;
const PODS_PER_QUERY = 250;
const MAX_POINTS = 48;
const METRICS = ['cpuUsedCores', 'memUsedBytes'];

/** The workloads that used most, and those that requested far more than they used. */
export async function readWorkloadTops(
  db: Db,
  store: Pick<MetricStore, 'series'>,
  clusters: readonly ReportCluster[],
  { from, to }: ReportRange,
) {
  const limit = Math.max(MIN_PODS_OF_CLUSTER, Math.floor(MAX_PODS / Math.max(1, clusters.length)));
  const sums = new WorkloadSums();
  let podCnt = 0;
  let measuredPodCnt = 0;
  let isTruncated = false;
  for (const { hostId, name: clusterName } of clusters) {
    const pods = to > from ? await listReportPods(db, { hostId, from, to }, limit + 1) : [];
    if (pods.length > limit) isTruncated = true;
    const counted = pods.slice(0, limit);
    podCnt += counted.length;
    for (let start = 0; start < counted.length; start += PODS_PER_QUERY) {
      const some = counted.slice(start, start + PODS_PER_QUERY);
      const uses = await readPodUse(store, some, from.getTime(), to.getTime());
      sums.add(uses.map((use) => ({ hostId, clusterName, ...use })));
      measuredPodCnt += uses.length;
    }
  }
  return { ...sums.tops(), podCnt, measuredPodCnt, isTruncated };
}

/** Use and request of the pods that were measured, as averages over the whole time. */
async function readPodUse(
  store: Pick<MetricStore, 'series'>,
  pods: readonly PodRow[],
  fromMs: number,
  toMs: number,
) {
  const answer = await store.series({
    scope: 'pod',
    ids: pods.map(({ objectId }) => objectId),
    metrics: METRICS,
    fromMs,
    toMs,
    maxPoints: MAX_POINTS,
  });
  const points = new Map(answer.series.map((series) => [`${series.id} ${series.metric}`, series.avg]));
  return pods.flatMap((pod) => {
    const cpu = points.get(`${pod.objectId} cpuUsedCores`) ?? [];
    const mem = points.get(`${pod.objectId} memUsedBytes`) ?? [];
    const cpuAvg = averageOf(cpu);
    const memAvg = averageOf(mem);
    if (cpuAvg === null && memAvg === null) return [];
    // A pod that has finished is not deleted at once: it uses nothing after its last measurement.
    const last = Math.max(lastIndexOf(cpu), lastIndexOf(mem));
    const endMs = Math.min(toMs, pod.toMs ?? toMs, answer.startMs + (last + 1) * answer.stepMs);
    const share = Math.max(0, endMs - Math.max(fromMs, pod.fromMs)) / (toMs - fromMs);
    const requestOf = (request: number | null) => (request !== null && request > 0 ? request * share : 0);
    return {
      namespace: pod.namespace,
      ownerKind: pod.ownerKind ?? 'Pod',
      name: pod.ownerName ?? pod.name,
      cpuUsed: (cpuAvg ?? 0) * share,
      memUsed: (memAvg ?? 0) * share,
      cpuRequested: requestOf(pod.cpuRequestCores),
      memRequested: requestOf(pod.memRequestBytes),
    };
  });
}

function averageOf(points: readonly (number | null)[]): number | null {
  const known = points.filter((point) => point !== null);
  return known.length === 0 ? null : known.reduce((sum, point) => sum + point, 0) / known.length;
}

function lastIndexOf(points: readonly (number | null)[]): number {
  return points.findLastIndex((point) => point !== null);
}
