import type {
  insertCluster as insertClusterCall,
  updateClusters as updateClustersCall,
} from '@gwanje/contract/clusters/clusters';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import {
  type ClusterTarget,
  lockClusters,
  lockSubGroups,
  type SubGroupTarget,
} from '../../access/target-repository.ts';
import { requireManagedSubGroup, requireRight, requireSeen } from '../../access/targets.ts';
import { noteTemplateChange } from '../../alarms/settings/setting-repository.ts';
import type { Asking, Work } from '../../platform/http/call.ts';
import { orConflict } from '../../platform/store/violations.ts';
import * as clusters from './cluster-repository.ts';

type Change = BodyOf<typeof updateClustersCall>[number];

export async function createCluster(
  { db, user, now, audit }: Work,
  wanted: BodyOf<typeof insertClusterCall>,
): Promise<number> {
  const { name, subGroupId, alarmTemplateId } = wanted;
  const targets = await lockSubGroups(db, user, [subGroupId]);
  requireManagedSubGroup(user, 'cluster.manage', targets, wanted);
  const templates = await clusters.lockTemplates(db, [alarmTemplateId]);
  if (!templates.has(alarmTemplateId)) throw new AppError('notFound', { field: 'alarmTemplateId' });
  const values = { name, subGroupId, alarmTemplateId, isMonitored: true };
  const hostId = await orConflict(clusters.insertCluster(db, values, user.userNo, now), {
    field: 'name',
    reason: 'taken',
  });
  await noteTemplateChange(db, user, now, { alarmTemplateId, change: 'alarmApplied', detail: name });
  await audit('cluster.insert', hostId, { after: values });
  return hostId;
}

type FieldAt = (index: number, field: string) => string;
const inList: FieldAt = (index, field) => `${index}.${field}`;

/** Plans the changes if the caller may make them; otherwise throws the reason. */
export async function allowedClusterChanges(
  asking: Asking,
  changes: readonly Change[],
  at: FieldAt = inList,
) {
  const { db, user } = asking;
  const targets = await lockClusters(
    db,
    user,
    changes.map((change) => change.hostId),
  );
  const goals = await lockSubGroups(db, user, present(changes.map((change) => change.subGroupId)));
  const templates = await clusters.lockTemplates(
    db,
    present(changes.map((change) => change.alarmTemplateId)),
  );
  return changes.map((change, index) => {
    const field = (name: string) => at(index, name);
    const before = requireSeen('cluster', change.hostId, targets.get(change.hostId), {
      field: field('hostId'),
    });
    requireRight(user, 'cluster.manage', before, { field: field('hostId') });
    const { alarmTemplateId = before.alarmTemplateId, name = before.name } = change;
    const { isMonitored = before.isMonitored } = change;
    if (change.alarmTemplateId !== undefined && !templates.has(alarmTemplateId))
      throw new AppError('notFound', { field: field('alarmTemplateId') });
    const subGroupId = goalOf(asking, change, before, goals, field);
    return { before, after: { name, subGroupId, alarmTemplateId, isMonitored } };
  });
}

/** Makes all changes or none; names may be swapped within one call. */
export async function changeClusters(work: Work, changes: readonly Change[], at = inList): Promise<void> {
  const { db, now, audit } = work;
  const plans = await allowedClusterChanges(work, changes, at);
  await clusters.vacateNames(
    db,
    plans.map((plan) => plan.before.hostId),
  );
  for (const [index, { before, after }] of plans.entries()) {
    await orConflict(clusters.updateCluster(db, before.hostId, after, now), {
      field: at(index, 'name'),
      reason: 'taken',
    });
    await audit('cluster.update', before.hostId, {
      before: {
        name: before.name,
        subGroupId: before.subGroupId,
        alarmTemplateId: before.alarmTemplateId,
        isMonitored: before.isMonitored,
      },
      after,
    });
  }
  await noteApplied(work, plans);
}

/** Writes one history entry per template, as when it is applied to all clusters at once. */
async function noteApplied(
  { db, user, now }: Work,
  plans: Awaited<ReturnType<typeof allowedClusterChanges>>,
): Promise<void> {
  const applied = plans.filter(({ before, after }) => after.alarmTemplateId !== before.alarmTemplateId);
  for (const [alarmTemplateId, some] of Map.groupBy(applied, ({ after }) => after.alarmTemplateId)) {
    const detail = some.map(({ after }) => after.name).join(', ');
    await noteTemplateChange(db, user, now, { alarmTemplateId, change: 'alarmApplied', detail });
  }
}

/** A move needs rights on both sides. Another meta group without a sub group does not define the target. */
function goalOf(
  { user }: Asking,
  change: Change,
  before: ClusterTarget,
  goals: ReadonlyMap<number, SubGroupTarget>,
  field: (name: string) => string,
): number {
  if (change.subGroupId !== undefined) {
    const { subGroupId, metaGroupId } = change;
    return requireManagedSubGroup(user, 'cluster.manage', goals, { subGroupId, metaGroupId }, field)
      .subGroupId;
  }
  if (change.metaGroupId !== undefined && change.metaGroupId !== before.metaGroupId)
    throw new AppError('missingParameter', { field: field('subGroupId') });
  return before.subGroupId;
}

/** Requires a visible cluster that the caller may change, and locks it until the transaction ends. */
export async function requireManagedCluster({ db, user }: Asking, hostId: number): Promise<ClusterTarget> {
  const targets = await lockClusters(db, user, [hostId]);
  const target = requireSeen('cluster', hostId, targets.get(hostId));
  requireRight(user, 'cluster.manage', target);
  return target;
}

export async function removeCluster(work: Work, hostId: number): Promise<void> {
  const { db, audit } = work;
  const target = await requireManagedCluster(work, hostId);
  await clusters.deleteCluster(db, hostId);
  const { name, subGroupId, alarmTemplateId } = target;
  await audit('cluster.delete', hostId, { before: { name, subGroupId, alarmTemplateId } });
}

function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}
