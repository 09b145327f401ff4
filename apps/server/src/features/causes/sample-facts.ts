import type { Db } from '@gwanje/backend/database/schema';
import type { ClaimFact, RelatedObject, UsageFact } from '@gwanje/domain/causes/facts';
import { claimCrossing, rise } from '@gwanje/domain/causes/series';
import type { MetricStore, SeriesAnswer } from '@gwanje/metric-store/interface';
import { listNamed, listPodsOnNode } from './fact-repository.ts';
import type { Subject } from './subject/subject.ts';

/** A workload may run on many nodes. Its neighbours on a few of them are enough to compare. */
const MAX_NODES = 3;
const POINTS = 60;
const METRICS = ['cpuUsedCores', 'memUsedBytes'] as const;

interface SampleSources {
  readonly db: Db;
  readonly metricStore: MetricStore;
}

/** The pods on the nodes of the subject whose usage rose. */
export async function usageFacts({ db, metricStore }: SampleSources, subject: Subject): Promise<UsageFact[]> {
  const { fromMs, toMs, hostId, selfIds } = subject;
  const range = { from: new Date(fromMs), to: new Date(toMs) };
  const facts: UsageFact[] = [];
  for (const node of await listNamed(db, [...subject.nodeIds].slice(0, MAX_NODES))) {
    const pods = (await listPodsOnNode(db, node.objectId, range)).filter((pod) => !isOwn(subject, pod));
    const ids = pods.map(({ objectId }) => objectId).filter((id) => !selfIds.has(id));
    if (ids.length === 0) continue;
    const answer = await metricStore.series({
      scope: 'pod',
      ids,
      metrics: METRICS,
      fromMs,
      toMs,
      maxPoints: POINTS,
    });
    const byId = new Map(pods.map((pod) => [pod.objectId, pod]));
    for (const { id, metric, avg } of answer.series) {
      const pod = byId.get(id);
      const found = rise(timed(answer, avg), subject.atMs);
      const known = METRICS.find((one) => one === metric);
      if (!pod || !found || !known) continue;
      const object: RelatedObject = {
        kind: 'pod',
        id,
        hostId,
        name: pod.name,
        namespace: pod.namespace,
        relation: 'node',
      };
      const nodeTotal = known === 'cpuUsedCores' ? node.cpuAllocatableCores : node.memAllocatableBytes;
      facts.push({ object, metric: known, nodeTotal, ...found });
    }
  }
  return facts;
}

/** Pods of the same workload do the same work, so they are no neighbours. */
function isOwn(
  { kind, name, ownerName, namespace }: Subject,
  pod: { name: string; namespace: string | null },
): boolean {
  const owner = kind === 'workload' ? name : ownerName;
  return owner !== null && pod.namespace === namespace && pod.name.startsWith(`${owner}-`);
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
