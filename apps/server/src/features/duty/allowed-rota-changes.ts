import { AppError } from '@gwanje/contract/definition/errors';
import type { RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { lockMetaGroup, lockSubGroups, lockUsers } from '../../access/target-repository.ts';
import { requireManagedSubGroup, requireRight, requireSeen } from '../../access/targets.ts';
import { listSubGroupIdsOf, loadProblems } from '../../alarms/duty/duty-people-repository.ts';
import type { Call } from '../../platform/http/call.ts';

type Caller = Pick<Call, 'db' | 'user'>;

/** The meta group and its sub groups must be seen and managed by the caller. Returns the covered sub groups. */
export async function requireRotaGroups(
  { db, user }: Caller,
  metaGroupId: number,
  forSubGroupIdList: readonly number[] | null,
): Promise<readonly number[]> {
  const field = 'metaGroupId';
  const group = requireSeen('metaGroup', metaGroupId, await lockMetaGroup(db, user, metaGroupId), { field });
  requireRight(user, 'duty.manage', group, { field });
  if (forSubGroupIdList === null) return await listSubGroupIdsOf(db, metaGroupId);
  const targets = await lockSubGroups(db, user, forSubGroupIdList);
  for (const [index, subGroupId] of forSubGroupIdList.entries())
    requireManagedSubGroup(user, 'duty.manage', targets, { subGroupId, metaGroupId }, (name) =>
      name === 'subGroupId' ? `forSubGroupIdList.${index}` : name,
    );
  return forSubGroupIdList;
}

type NamedPerson = readonly [userNo: number, field: string];

/** The people of a plan, each with the field that names it. */
export function peopleOfPlan({ shiftList, leadUserNo }: RotaPlan): NamedPerson[] {
  const people: NamedPerson[] = leadUserNo === null ? [] : [[leadUserNo, 'leadUserNo']];
  for (const [shiftIndex, { slotList }] of shiftList.entries())
    for (const [slotIndex, { firstUserNo, secondUserNo }] of slotList.entries()) {
      const field = `shiftList.${shiftIndex}.slotList.${slotIndex}`;
      people.push([firstUserNo, `${field}.firstUserNo`]);
      if (secondUserNo !== null) people.push([secondUserNo, `${field}.secondUserNo`]);
    }
  return people;
}

/**
 * Whoever is added must be seen by the caller and see all covered groups. People who are already in the rota may stay: what
 * has changed since is shown, and must not block another change.
 */
export async function requireNewPeople(
  { db, user }: Caller,
  people: readonly NamedPerson[],
  known: ReadonlySet<number>,
  subGroupIds: readonly number[],
): Promise<void> {
  const added = people.filter(([userNo]) => !known.has(userNo));
  const userNos = added.map(([userNo]) => userNo);
  const targets = await lockUsers(db, user, userNos);
  const personOf = await loadProblems(db, userNos);
  for (const [userNo, field] of added) {
    requireSeen('user', userNo, targets.get(userNo), { field });
    const { problem } = personOf(userNo, subGroupIds);
    if (problem !== null) throw new AppError('invalidParameter', { field, reason: problem });
  }
}
