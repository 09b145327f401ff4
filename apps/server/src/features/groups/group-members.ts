import type { BodyOf, ParamsOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Role } from '@gwanje/contract/definition/fields';
import type {
  grantSubGroups as grantCall,
  revokeSubGroup as revokeCall,
} from '@gwanje/contract/users/groups';
import { deleteMember, insertMembers, lockSubGroups, lockUsers } from '../../access/target-repository.ts';
import { requireManagedSubGroup, requireSeen } from '../../access/targets.ts';
import type { Asking, Work } from '../../platform/http/call.ts';

type Links = BodyOf<typeof grantCall>;

/** `newRoles`: roles of users whose role changes in the same request. */
export async function allowedGrants(
  { db, user }: Asking,
  links: Links,
  newRoles: ReadonlyMap<number, Role> = new Map(),
): Promise<void> {
  const subGroups = await lockSubGroups(
    db,
    user,
    links.map((link) => link.subGroupId),
  );
  const users = await lockUsers(
    db,
    user,
    links.map((link) => link.userNo),
  );
  for (const [index, link] of links.entries()) {
    requireManagedSubGroup(user, 'subGroup.manage', subGroups, link, (field) => `${index}.${field}`);
    const field = `${index}.userNo`;
    const member = requireSeen('user', link.userNo, users.get(link.userNo), { field });
    if ((newRoles.get(link.userNo) ?? member.role) === 1)
      throw new AppError('invalidParameter', { field, reason: 'totalAdminNeedsNoMembership' });
  }
}

/** Adds all links or none; existing links stay unchanged. */
export async function grantSubGroups(work: Work, links: Links): Promise<void> {
  const { db, now, audit } = work;
  await allowedGrants(work, links);
  for (const link of await insertMembers(db, links, now)) {
    await audit('subGroup.grant', link.subGroupId, { userNo: link.userNo });
  }
}

type Link = ParamsOf<typeof revokeCall>;

export async function allowedRevocation({ db, user }: Asking, link: Link): Promise<void> {
  const { userNo, subGroupId } = link;
  requireManagedSubGroup(user, 'subGroup.manage', await lockSubGroups(db, user, [subGroupId]), link);
  const users = await lockUsers(db, user, [userNo]);
  requireSeen('user', userNo, users.get(userNo), { field: 'userNo' });
}

export async function revokeSubGroup(work: Work, link: Link): Promise<void> {
  const { db, audit } = work;
  const { userNo, subGroupId } = link;
  await allowedRevocation(work, link);
  if (!(await deleteMember(db, { userNo, subGroupId }))) throw new AppError('notFound', { field: 'userNo' });
  await audit('subGroup.revoke', subGroupId, { userNo });
}
