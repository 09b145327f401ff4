import type { Db } from '@gwanje/backend/database/schema';
import { msOfTime } from '@gwanje/kinds/definition/record-fields';
import { WorkloadRecord } from '@gwanje/kinds/workload/record';
import { type Rollout, rolloutsOf, type Template, type WorkloadLife } from '@gwanje/kinds/workload/rollouts';
import { z } from 'zod';
import { listLives, listRolloutChanges, listTemplates, type SeenWorkload } from './workload-repository.ts';

/** Fields that states of older versions may lack. */
const StoredRollout = z.object({
  images: z.string().catch(''),
  revision: z.number().nullable().catch(null),
  revisionName: z.string().nullable().catch(null),
  rolloutPhase: z.string().nullable().catch(null),
  changeCause: z.string().nullable().catch(null),
});

/** A workload that the agent saw so soon after its creation was watched from its beginning. */
const NEW_WITHIN_MS = 60_000;

/** The rollouts of a workload and of its deleted namesakes, oldest first, from the stored history. */
export async function readRollouts(db: Db, workload: SeenWorkload): Promise<Rollout[]> {
  if (!['deployment', 'statefulSet', 'daemonSet'].includes(workload.kind)) return [];
  const lives = await listLives(db, workload);
  const changes = await listRolloutChanges(
    db,
    lives.map(({ objectId }) => objectId),
  );
  const templates = await templatesOf(db, workload);
  return rolloutsOf(
    lives.map(({ objectId, uid, createdMs, firstSeenMs }): WorkloadLife => {
      const isNew = createdMs !== null && firstSeenMs !== null && firstSeenMs - createdMs <= NEW_WITHIN_MS;
      return {
        workloadId: objectId,
        createdMs: isNew ? createdMs : null,
        steps: changes
          .filter((change) => change.objectId === objectId)
          .map(({ atMs, what, state }) => ({
            atMs,
            state: what === 'deleted' ? null : StoredRollout.parse(state),
          })),
        templates: templates.get(uid) ?? [],
      };
    }),
  );
}

/** By the uid of the workload. */
async function templatesOf(
  db: Db,
  workload: SeenWorkload,
): Promise<ReadonlyMap<string, readonly Template[]>> {
  const kind = workload.kind === 'deployment' ? 'replicaSet' : 'controllerRevision';
  const rows = await listTemplates(db, workload, kind);
  const found = new Map<string, Template[]>();
  for (const { record, deletedMs } of rows) {
    const parsed = WorkloadRecord.safeParse(record).data;
    if (!parsed?.owner) continue;
    const { name, revision, formerRevisions, images, changeCause, createdAt, desiredCnt, readyCnt } = parsed;
    const own = found.get(parsed.owner.uid) ?? [];
    found.set(parsed.owner.uid, own);
    own.push({
      name,
      revision,
      formerRevisions,
      images: images.join(','),
      changeCause,
      createdMs: msOfTime(createdAt),
      desiredCnt,
      readyCnt,
      isDropped: deletedMs !== null,
    });
  }
  return found;
}
