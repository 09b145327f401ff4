import type { updateClusters } from '@gwanje/contract/clusters/clusters';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import {
  type ClusterTarget,
  lockClusters,
  lockSubGroups,
  lockTemplates,
  type SubGroupTarget,
} from './target-repository.ts';
import { type CallerContext, requireManagedSubGroup, requireRight, requireSeen } from './targets.ts';

type Change = BodyOf<typeof updateClusters>[number];

type FieldAt = (index: number, field: string) => string;
export const inList: FieldAt = (index, field) => `${index}.${field}`;

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
  const templates = await lockTemplates(db, templateIds);
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
