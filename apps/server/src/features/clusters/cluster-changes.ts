import type { updateClusters } from '@gwanje/contract/clusters/clusters';
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
import type { CallerContext, Work } from '../../platform/http/call.ts';
import { orConflict } from '../../platform/store/violations.ts';
import * as clusters from './cluster-repository.ts';

type Change = BodyOf<typeof updateClusters>[number];

type FieldAt = (index: number, field: string) => string;
const inList: FieldAt = (index, field) => `${index}.${field}`;

/** Plans the changes if the caller may make them; otherwise throws the reason. */
export async function allowedClusterChanges(
  caller: CallerContext,
  changes: readonly Change[],
  at: FieldAt = inList,
) {
  const { db, user } = caller;
  const hostIds = changes.map(({ hostId }) => hostId);
  const subGroupIds = changes.flatMap(({ subGroupId }) => subGroupId ?? []);
  const templateIds = changes.flatMap(({ alarmTemplateId }) => alarmTemplateId ?? []);
  const targets = await lockClusters(db, user, hostIds);
  const targetGroups = await lockSubGroups(db, user, subGroupIds);
  const templates = await clusters.lockTemplates(db, templateIds);
  return changes.map((change, index) => {
    const field = (name: string) => at(index, name);
    const detail = { field: field('hostId') };
    const before = requireSeen('cluster', change.hostId, targets.get(change.hostId), detail);
    requireRight(user, 'cluster.manage', before, detail);
    const { alarmTemplateId = before.alarmTemplateId, name = before.name } = change;
    const { isMonitored = before.isMonitored } = change;
    if (change.alarmTemplateId !== undefined && !templates.has(alarmTemplateId))
      throw new AppError('notFound', { field: field('alarmTemplateId') });
    const subGroupId = targetSubGroupOf(caller, change, before, targetGroups, field);
    return { before, after: { name, subGroupId, alarmTemplateId, isMonitored } };
  });
}

/** Makes all changes or none; names may be swapped within one call. */
export async function changeClusters(work: Work, changes: readonly Change[], at = inList): Promise<void> {
  const { db, now, audit } = work;
  const plans = await allowedClusterChanges(work, changes, at);
  const hostIds = plans.map(({ before }) => before.hostId);
  await clusters.vacateNames(db, hostIds);
  for (const [index, { before, after }] of plans.entries()) {
    const { hostId, name, subGroupId, alarmTemplateId, isMonitored } = before;
    const taken = { field: at(index, 'name'), reason: 'taken' };
    await orConflict(clusters.updateCluster(db, hostId, after, now), taken);
    await audit('cluster.update', hostId, {
      before: { name, subGroupId, alarmTemplateId, isMonitored },
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

/** Returns the target sub group. A change of the meta group must name a sub group of it. */
function targetSubGroupOf(
  { user }: CallerContext,
  change: Change,
  before: ClusterTarget,
  targetGroups: ReadonlyMap<number, SubGroupTarget>,
  field: (name: string) => string,
): number {
  if (change.subGroupId !== undefined) {
    const { subGroupId, metaGroupId } = change;
    return requireManagedSubGroup(user, 'cluster.manage', targetGroups, { subGroupId, metaGroupId }, field)
      .subGroupId;
  }
  if (change.metaGroupId !== undefined && change.metaGroupId !== before.metaGroupId)
    throw new AppError('missingParameter', { field: field('subGroupId') });
  return before.subGroupId;
}
