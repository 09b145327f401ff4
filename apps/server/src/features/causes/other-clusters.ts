import type { Db } from '@gwanje/backend/database/schema';
import { fieldChangesOf } from '@gwanje/domain/causes/manifest-fields';
import type { RankedCause } from '@gwanje/domain/causes/rank';
import type { FieldChange } from '@gwanje/kinds/calls/causes';
import { listChangedManifests } from '../../history/manifests/manifest-versions.ts';
import {
  countClustersWithAgent,
  countClustersWithChange,
  listWorkloadsNamed,
} from './other-cluster-repository.ts';
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
  for (const [index, cause] of causes.entries())
    counts.push(others.length === 0 ? 0 : await countOthers({ db, others, range }, cause, index));
  return counts;
}

interface Others {
  readonly db: Db;
  readonly others: readonly number[];
  readonly range: { readonly from: Date; readonly to: Date };
}

/** Manifests are unpacked and compared, so only for the first lines. */
const LINES_WITH_MANIFESTS = 3;

async function countOthers(where: Others, { object, evidence }: RankedCause, index: number): Promise<number> {
  const { db, others, range } = where;
  switch (evidence.rule) {
    case 'imageChanged': {
      const to = evidence.changeList[0]?.to ?? null;
      if (to === null || object.kind !== 'workload') return 0;
      return await countClustersWithChange(
        db,
        others,
        { kind: 'workload', object, field: 'images', to },
        range,
      );
    }
    case 'kubeletVersionChanged': {
      const change = { kind: 'node', object: null, field: 'kubeletVersion', to: evidence.to } as const;
      return await countClustersWithChange(db, others, change, range);
    }
    case 'agentVersionChanged':
      return await countClustersWithAgent(db, others, evidence.to, range);
    case 'configurationChanged':
    case 'requestsChanged':
      if (object.kind !== 'workload' || index >= LINES_WITH_MANIFESTS) return 0;
      return await countClustersWithFields(where, object, evidence.changeList);
    default:
      return 0;
  }
}

const MAX_VERSIONS = 100;

/** The clusters in which the manifest of the workload with this name got one of these values too. */
async function countClustersWithFields(
  { db, others, range }: Others,
  named: { readonly name: string; readonly namespace: string | null },
  changeList: readonly FieldChange[],
): Promise<number> {
  const workloads = await listWorkloadsNamed(db, others, named, range.from);
  if (workloads.length === 0) return 0;
  const objectIds = workloads.map(({ objectId }) => objectId);
  const versions = await listChangedManifests(db, { objectIds, ...range, limit: MAX_VERSIONS });
  const hostOf = new Map(workloads.map(({ objectId, hostId }) => [objectId, hostId]));
  const wanted = new Set(changeList.map(valueKey));
  const found = versions.filter(({ changes }) =>
    fieldChangesOf(changes?.list ?? []).some((change) => wanted.has(valueKey(change))),
  );
  return new Set(found.map(({ objectId }) => hostOf.get(objectId))).size;
}

function valueKey({ container, field, to }: FieldChange): string {
  return JSON.stringify([container, field, to]);
}
