import type { Db } from '@gwanje/backend/database/schema';
import type { ManifestFact } from '@gwanje/domain/causes/facts';
import { fieldChangesOf } from '@gwanje/domain/causes/manifest-fields';
import { stateKindOf } from '@gwanje/kinds/registry';
import { listChangedManifests } from '../../../history/manifests/manifest-versions.ts';
import type { LiveState } from '../../../live/live-state.ts';
import { concernsCluster, relationOf, type Subject } from '../subject/subject.ts';
import { listNamed } from './fact-repository.ts';

/** More workloads than a namespace has; of those of a large cluster, some are enough beside their states. */
const MAX_OBJECTS = 1000;
const MAX_VERSIONS = 100;

interface ManifestSources {
  readonly db: Db;
  readonly live: LiveState;
}

/**
 * The fields of manifests that edits changed: of the subject, its owner and nodes, of the workloads on its node, and of those
 * of its namespace. For an alarm that every workload or node can cause: those of the cluster.
 */
export async function manifestFacts(
  { db, live }: ManifestSources,
  subject: Subject,
): Promise<ManifestFact[]> {
  const { hostId, namespace, selfIds, ownerIds, nodeIds, neighbourIds, fromMs, toMs } = subject;
  const existing = (kind: 'workload' | 'node', filter: { readonly namespace?: string[] }) =>
    live.ids(kind, { hostIds: new Set([hostId]), filter, nowMs: toMs });
  const ofCluster = concernsCluster(subject) ? [...existing('node', {}), ...existing('workload', {})] : [];
  const objectIds = [
    ...new Set([
      ...selfIds,
      ...ownerIds,
      ...nodeIds,
      ...neighbourIds,
      ...(namespace === null ? [] : existing('workload', { namespace: [namespace] })),
      ...ofCluster,
    ]),
  ].slice(0, MAX_OBJECTS);
  const versions = await listChangedManifests(db, {
    objectIds,
    from: new Date(fromMs),
    to: new Date(toMs),
    limit: MAX_VERSIONS,
  });
  const changed = versions.flatMap(({ objectId, at, changes }) => {
    const changeList = fieldChangesOf(changes?.list ?? []);
    return changeList.length > 0 ? [{ objectId, atMs: at.getTime(), changeList }] : [];
  });
  const named = await listNamed(db, [...new Set(changed.map(({ objectId }) => objectId))]);
  const byId = new Map(named.map((row) => [row.objectId, row]));
  return changed.flatMap(({ objectId, atMs, changeList }) => {
    const row = byId.get(objectId);
    if (!row) return [];
    const object = { kind: stateKindOf(row.kind), id: objectId, name: row.name, namespace: row.namespace };
    const relation = relationOf(subject, object);
    return relation === null ? [] : [{ object: { ...object, hostId, relation }, atMs, changeList }];
  });
}
