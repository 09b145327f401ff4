import { AppError } from '@gwanje/contract/definition/errors';
import { ID_TEXT, MAX_ID, Name } from '@gwanje/contract/definition/fields';
import { GroupUserLink } from '@gwanje/contract/users/groups';
import { type GroupName, groupKey, groupPath, parseGroupPath } from '@gwanje/domain/access/group-path';
import { allowedGrants, allowedRevocation } from '../../../access/allowed-group-changes.ts';
import { deleteMember, insertMembers, lockSubGroups } from '../../../access/target-repository.ts';
import type { Work } from '../../../platform/http/call.ts';
import { ScimError } from './scim-error.ts';
import { groupResource, readGroup, type ScimGroup } from './scim-group-resource.ts';
import { GROUP_ATTRIBUTES, patched } from './scim-patch-request.ts';
import * as repository from './scim-repository.ts';
import { createSubGroup, removeSubGroup } from './scim-sub-groups.ts';

/*
 * Sub groups as groups of an identity provider, which decides about the membership of the users that it created. Members whom
 * an admin added by hand stay.
 */

export async function requireGroup(work: Pick<Work, 'db'>, subGroupId: number): Promise<ScimGroup> {
  const group = await repository.findGroup(work.db, subGroupId);
  if (!group) throw new AppError('notFound');
  return group;
}

/** A new sub group of a meta group that exists. */
export async function createScimGroup(work: Work, body: unknown): Promise<ScimGroup> {
  const { displayName, members = [] } = readGroup(body);
  const { metaGroupName, subGroupName } = requirePath(displayName);
  const metaGroupId = await repository.findMetaGroupId(work.db, metaGroupName);
  if (metaGroupId === undefined)
    throw new ScimError(400, 'invalidValue', `displayName: there is no meta group ${metaGroupName}`);
  const name = Name.safeParse(subGroupName);
  if (!name.success)
    throw new AppError('invalidParameter', { field: 'displayName', reason: 'not a name of a group' });
  const subGroupId = await createSubGroup(work, { metaGroupId, name: name.data });
  await setMembers(work, await requireGroup(work, subGroupId), members);
  return requireGroup(work, subGroupId);
}

export async function replaceScimGroup(work: Work, subGroupId: number, body: unknown): Promise<ScimGroup> {
  const before = await lockGroup(work, subGroupId);
  const { displayName, members = [] } = readGroup(body);
  requireSameName(before, displayName);
  await setMembers(work, before, members);
  return requireGroup(work, subGroupId);
}

export async function patchScimGroup(work: Work, subGroupId: number, body: unknown): Promise<ScimGroup> {
  const before = await lockGroup(work, subGroupId);
  const members = before.members.map(({ userNo }) => ({ value: String(userNo) }));
  const resource = { ...groupResource(before, ''), members };
  const wanted = readGroup(patched(resource, body, GROUP_ATTRIBUTES));
  requireSameName(before, wanted.displayName);
  await setMembers(work, before, wanted.members ?? []);
  return requireGroup(work, subGroupId);
}

/** As in the console: not while it has clusters. */
export async function deleteScimGroup(work: Work, subGroupId: number): Promise<void> {
  await requireGroup(work, subGroupId);
  await removeSubGroup(work, subGroupId);
}

/** Of two requests about one group, the second sees the members that the first has set. */
async function lockGroup(work: Work, subGroupId: number): Promise<ScimGroup> {
  await lockSubGroups(work.db, work.user, [subGroupId]);
  return requireGroup(work, subGroupId);
}

function requirePath(displayName: string): GroupName {
  const name = parseGroupPath(displayName);
  if (!name) throw new ScimError(400, 'invalidValue', 'displayName: must be `meta group/sub group`');
  return name;
}

/** Boards, alarms and rules of others refer to the group: its name is changed in the console. */
function requireSameName(before: ScimGroup, displayName: string): void {
  const name = parseGroupPath(displayName);
  if (!name || groupKey(name) !== groupKey(before))
    throw new ScimError(
      400,
      'mutability',
      `displayName: ${groupPath(before)} is renamed in the console only`,
    );
}

async function setMembers(work: Work, before: ScimGroup, members: readonly string[]): Promise<void> {
  const { db, now, audit } = work;
  const { subGroupId } = before;
  const present = new Set(before.members.map(({ userNo }) => userNo));
  const wanted = await requireProvisioned(work, [...new Set(members)]);
  const { metaGroupId } = (await lockSubGroups(db, work.user, [subGroupId])).get(subGroupId) ?? {};
  const link = (userNo: number) => GroupUserLink.parse({ userNo, subGroupId, metaGroupId });
  const added = [...wanted].filter((userNo) => !present.has(userNo)).map(link);
  const removed = [...present].filter((userNo) => !wanted.has(userNo)).map(link);
  if (added.length > 0) {
    await allowedGrants(work, added);
    for (const { userNo } of await insertMembers(db, added, now))
      await audit('subGroup.grant', subGroupId, { userNo });
  }
  for (const leaving of removed) {
    await allowedRevocation(work, leaving);
    if (await deleteMember(db, leaving))
      await audit('subGroup.revoke', subGroupId, { userNo: leaving.userNo });
  }
}

async function requireProvisioned({ db }: Work, ids: readonly string[]): Promise<ReadonlySet<number>> {
  const userNos = ids.filter((id) => ID_TEXT.test(id) && Number(id) <= MAX_ID).map(Number);
  const known = await repository.listProvisioned(db, userNos);
  const unknown = ids.find((id) => !known.has(Number(id)));
  if (unknown !== undefined) throw new ScimError(400, 'invalidValue', `members: there is no user ${unknown}`);
  return known;
}
