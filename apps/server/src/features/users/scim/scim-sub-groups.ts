import { SubGroupId } from '@gwanje/contract/definition/fields';
import { allowedSubGroupRemoval } from '../../../access/allowed-group-changes.ts';
import { lockMetaGroup } from '../../../access/target-repository.ts';
import { requireRight, requireSeen } from '../../../access/targets.ts';
import type { Work } from '../../../platform/http/call.ts';
import { deleteRows, insertRow, named } from '../../../platform/store/row-repository.ts';
import { orConflict, orInUse } from '../../../platform/store/violations.ts';

/*
 * Sub groups that an identity provider adds and removes, by the checks of the console.
 */

/** Returns the id of the new sub group. */
export async function createSubGroup(
  { db, user, now, audit }: Work,
  { metaGroupId, name }: { readonly metaGroupId: number; readonly name: string },
): Promise<SubGroupId> {
  const detail = { field: 'metaGroupId' };
  const found = await lockMetaGroup(db, user, metaGroupId);
  requireRight(user, 'subGroup.manage', requireSeen('metaGroup', metaGroupId, found, detail), detail);
  const row = { metaGroupId, ...named(name), createdAt: now, updatedAt: now };
  const taken = { field: 'name', reason: 'taken' };
  const subGroupId = SubGroupId.parse(await orConflict(insertRow(db, 'subGroup', row), taken));
  await audit('subGroup.insert', subGroupId, { after: { name, metaGroupId } });
  return subGroupId;
}

export async function removeSubGroup(work: Work, subGroupId: number): Promise<void> {
  const { db, audit } = work;
  const [leaving] = await allowedSubGroupRemoval(work, [subGroupId]);
  await orInUse(deleteRows(db, 'subGroup', subGroupId), { reason: 'hasClusters' });
  const { name, metaGroupId } = leaving ?? {};
  await audit('subGroup.delete', subGroupId, { before: { name, metaGroupId } });
}
