import type { Db } from '@gwanje/backend/database/schema';
import type { RankedCause } from '@gwanje/domain/causes/rank';
import { countClustersWithChange } from './other-cluster-repository.ts';
import type { Subject } from './subject/subject.ts';

/** In how many of the other clusters the same change happened in the same time, for each cause. */
export async function countOtherClusters(
  db: Db,
  subject: Subject,
  causes: readonly RankedCause[],
  hostIds: ReadonlySet<number>,
): Promise<number[]> {
  const others = [...hostIds].filter((hostId) => hostId !== subject.hostId);
  const range = { from: new Date(subject.fromMs), to: new Date(subject.toMs) };
  const counts: number[] = [];
  for (const cause of causes) {
    const change = sameChangeOf(cause);
    counts.push(
      change === null || others.length === 0 ? 0 : await countClustersWithChange(db, others, change, range),
    );
  }
  return counts;
}

/** What to look for elsewhere: a field with the same new value, of the workload of the same name or of any node. */
function sameChangeOf({ object, evidence }: RankedCause) {
  if (evidence.rule === 'imageChanged' && object.kind === 'workload') {
    const to = evidence.changeList[0]?.to ?? null;
    return to === null ? null : { kind: 'workload' as const, object, field: 'images', to };
  }
  if (evidence.rule === 'kubeletVersionChanged')
    return { kind: 'node' as const, object: null, field: 'kubeletVersion', to: evidence.to };
  return null;
}
