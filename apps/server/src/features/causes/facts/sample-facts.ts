import type { Db } from '@gwanje/backend/database/schema';
import type { ClaimFact, UsageFact } from '@gwanje/domain/causes/facts';
import { claimCrossing, rise } from '@gwanje/domain/causes/series';
import type { MetricStore, SeriesAnswer } from '@gwanje/metric-store/interface';
import type { Subject } from '../subject/subject.ts';
import { listNamed, listPodsOnNode } from './fact-repository.ts';

/** A workload may run on many nodes. Its neighbours on a few of them are enough to compare. */
const MAX_NODES = 3;
const POINTS = 60;
const METRICS = ['cpuUsedCores', 'memUsedBytes'] as const;

interface SampleSources {
  readonly db: Db;
  readonly metricStore: MetricStore;
}

/** The pods on the nodes of the subject whose usage rose. */
export async function usageFacts(sources: SampleSources, subject: Subject): Promise<UsageFact[]> {
  const nodes = await listNamed(sources.db, [...subject.nodeIds].slice(0, MAX_NODES));
  const facts = await Promise.all(nodes.map((node) => usageOnNode(sources, subject, node)));
  return facts.flat();
}

type NamedNode = Awaited<ReturnType<typeof listNamed>>[number];
type PodOnNode = Awaited<ReturnType<typeof listPodsOnNode>>[number];

async function usageOnNode(
  { db, metricStore }: SampleSources,
  subject: Subject,
  node: NamedNode,
): Promise<UsageFact[]> {
  const { fromMs, toMs, hostId, selfIds } = subject;
  const range = { from: new Date(fromMs), to: new Date(toMs) };
  const pods = (await listPodsOnNode(db, node.objectId, range)).filter(
    (pod) => !isOwn(subject, pod) && !selfIds.has(pod.objectId),
  );
  if (pods.length === 0) return [];
  const answer = await metricStore.series({
    scope: 'pod',
    ids: pods.map(({ objectId }) => objectId),
    metrics: METRICS,
    fromMs,
    toMs,
    maxPoints: POINTS,
  });
  const groups = Map.groupBy(pods, ({ objectId, namespace, ownerName }) =>
    ownerName === null ? `${objectId}` : `${namespace}/${ownerName}`,
  );
  return METRICS.flatMap((metric) => {
    const seriesOf = new Map(
      answer.series.flatMap((one) => (one.metric === metric ? [[one.id, one.avg] as const] : [])),
    );
    return [...groups.values()].flatMap((group) => {
      const sum = sumOf(group, seriesOf, answer);
      const found = rise(timed(answer, sum), subject.atMs);
      const pod = largestOf(group, seriesOf);
      if (!found || !pod) return [];
      const { objectId: id, name, namespace, ownerName } = pod;
      const object = { kind: 'pod', id, hostId, name, namespace, ownerName, relation: 'node' } as const;
      const nodeTotal = metric === 'cpuUsedCores' ? node.cpuAllocatableCores : node.memAllocatableBytes;
      return [{ object, metric, nodeTotal, ...found }];
    });
  });
}

type Values = readonly (number | null)[];

/** What the pods of one workload use on the node together. Before its first pod was placed there, they used nothing. */
function sumOf(
  group: readonly PodOnNode[],
  seriesOf: ReadonlyMap<number, Values>,
  { startMs, stepMs, series }: SeriesAnswer,
): (number | null)[] {
  const columns = group.flatMap(({ objectId }) => {
    const values = seriesOf.get(objectId);
    return values ? [values] : [];
  });
  const placedMs = Math.min(...group.map(({ placedAt }) => placedAt?.getTime() ?? 0));
  const length = series[0]?.avg.length ?? 0;
  return Array.from({ length }, (_, index) => {
    const measured = columns.flatMap((values) => values[index] ?? []);
    if (measured.length > 0) return measured.reduce((sum, value) => sum + value, 0);
    return startMs + index * stepMs < placedMs ? 0 : null;
  });
}

/** The pod that used most at the end. */
function largestOf(
  group: readonly PodOnNode[],
  seriesOf: ReadonlyMap<number, Values>,
): PodOnNode | undefined {
  const lastOf = ({ objectId }: PodOnNode) =>
    seriesOf.get(objectId)?.findLast((value) => value !== null) ?? -1;
  return group.toSorted((a, b) => lastOf(b) - lastOf(a) || a.objectId - b.objectId)[0];
}

/** Pods of the same workload do the same work, so they are no neighbours. */
function isOwn({ kind, name, ownerName, namespace }: Subject, pod: PodOnNode): boolean {
  const owner = kind === 'workload' ? name : ownerName;
  return owner !== null && pod.namespace === namespace && pod.ownerName === owner;
}

/** The claims of the subject, or the subject itself if it is a claim. */
export async function claimFacts({ db, metricStore }: SampleSources, subject: Subject): Promise<ClaimFact[]> {
  const { fromMs, toMs, hostId, selfIds } = subject;
  const isClaim = subject.kind === 'claim' && subject.objectId !== null;
  const ids = isClaim ? [...selfIds] : subject.claimIds;
  if (ids.length === 0) return [];
  const metrics = ['usedBytes', 'capacityBytes'];
  const answer = await metricStore.series({ scope: 'claim', ids, metrics, fromMs, toMs, maxPoints: POINTS });
  const values = (id: number, metric: string) =>
    answer.series.find((series) => series.id === id && series.metric === metric)?.avg ?? [];
  const named = await listNamed(db, ids);
  return named.flatMap(({ objectId: id, name, namespace }) => {
    const capacity = values(id, 'capacityBytes');
    const percents = values(id, 'usedBytes').map((used, index) => {
      const bytes = capacity[index];
      return used === null || !bytes ? null : (used / bytes) * 100;
    });
    const found = claimCrossing(timed(answer, percents));
    const relation = selfIds.has(id) ? ('self' as const) : ('owner' as const);
    return found
      ? { object: { kind: 'claim' as const, id, hostId, name, namespace, relation }, ...found }
      : [];
  });
}

function timed({ startMs, stepMs }: SeriesAnswer, values: readonly (number | null)[]) {
  return values.flatMap((value, index) =>
    value === null ? [] : [{ atMs: startMs + index * stepMs, value }],
  );
}
