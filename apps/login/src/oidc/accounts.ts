import type { Db } from '@gwanje/backend/database/schema';
import type { UserRow } from '@gwanje/backend/identity/users';
import { nameKey, type RoleChoice } from '@gwanje/contract/definition/fields';
import { type GroupName, groupKey } from '@gwanje/domain/access/group-path';
import { userIdCandidate } from '@gwanje/domain/forms/user-id';
import { sql } from 'kysely';
import { recordOwnAction, type Visit } from '../visit.ts';
import type { Identity } from './identity.ts';

const MAX_NAMESAKES = 1000;
const SOURCE = 'oidc';

/**
 * The account of a signed-on user, created the first time. It is identified only by issuer and subject: an
 * equal user id or e-mail proves nothing, so a local account is never taken over. An account that the
 * provider itself created by SCIM is linked at the first sign-on.
 */
export async function accountFor(trx: Db, identity: Identity, visit: Visit): Promise<UserRow> {
  const existing = (await findAccount(trx, identity)) ?? (await linkProvisioned(trx, identity, visit));
  const account = existing
    ? await syncRole(trx, existing, identity.role, visit)
    : await createAccount(trx, identity, visit);
  if (identity.groups) await syncGroups(trx, account, identity.groups, visit);
  return account;
}

function findAccount(db: Db, { issuer, subject }: Identity): Promise<UserRow | undefined> {
  return db
    .selectFrom('userAccount')
    .selectAll()
    .where('oidcIssuer', '=', issuer)
    .where('oidcSubject', '=', subject)
    .executeTakeFirst();
}

/** The account waits for its first sign-on: nobody else has signed on to it. The external id is surer than a name. */
async function linkProvisioned(trx: Db, identity: Identity, visit: Visit): Promise<UserRow | undefined> {
  const { issuer, subject, provisionedNames } = identity;
  const nameKeys = provisionedNames.map(nameKey);
  const found = await trx
    .selectFrom('scimUser')
    .innerJoin('userAccount', 'userAccount.userNo', 'scimUser.userNo')
    .select(['userAccount.userNo', 'scimUser.userName'])
    .where('userAccount.oidcSubject', 'is', null)
    .where((eb) =>
      eb.or([
        eb('scimUser.externalId', '=', subject),
        sql<boolean>`${eb.ref('scimUser.userNameKey')} = any(${nameKeys}::text[])`,
      ]),
    )
    .orderBy((eb) => eb('scimUser.externalId', 'is not distinct from', subject), 'desc')
    .orderBy((eb) => sql`array_position(${nameKeys}::text[], ${eb.ref('scimUser.userNameKey')})`)
    .limit(1)
    .forUpdate('userAccount')
    .executeTakeFirst();
  if (!found) return undefined;
  const linked = await trx
    .updateTable('userAccount')
    .set((eb) => ({
      oidcIssuer: issuer,
      oidcSubject: subject,
      passwordHash: null,
      updatedAt: visit.now,
      version: eb('version', '+', 1),
    }))
    .where('userNo', '=', found.userNo)
    .returningAll()
    .executeTakeFirstOrThrow();
  const detail = { source: SOURCE, userName: found.userName };
  await recordOwnAction(trx, visit, linked, { action: 'user.link', detail });
  return linked;
}

async function createAccount(trx: Db, identity: Identity, visit: Visit): Promise<UserRow> {
  for (let attempt = 0; attempt < MAX_NAMESAKES; attempt++) {
    const userId = userIdCandidate(identity.userIdBase, attempt);
    const created = await trx
      .insertInto('userAccount')
      .values({
        userId,
        name: identity.name,
        email: identity.email,
        ...roleFields(identity.role === 'unmanaged' || identity.role === 'none' ? 2 : identity.role),
        passwordHash: null,
        oidcIssuer: identity.issuer,
        oidcSubject: identity.subject,
        createdAt: visit.now,
        updatedAt: visit.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created) {
      const detail = { source: SOURCE, userId, role: created.role, isKeyUser: created.isKeyUser };
      await recordOwnAction(trx, visit, created, { action: 'user.create', detail });
      return created;
    }
    // Either the user id is in use, or the same user signs on in two windows for the first time.
    const other = await findAccount(trx, identity);
    if (other) return other;
  }
  throw new Error(`no user id left for ${identity.userIdBase}`);
}

/** The provider's role applies at each sign-on, but it cannot demote the last key admin. */
async function syncRole(trx: Db, account: UserRow, role: Identity['role'], visit: Visit): Promise<UserRow> {
  if (role === 'unmanaged' || role === 'none') return account;
  const next = roleFields(role);
  if (next.role === account.role && next.isKeyUser === account.isKeyUser) return account;
  const action = 'user.update';
  const from = { role: account.role, isKeyUser: account.isKeyUser };
  const detail = { source: SOURCE, from, to: next };
  if (account.isKeyUser && !next.isKeyUser && (await isLastKeyAdmin(trx, account.userNo))) {
    const denied = { ...detail, reason: 'lastKeyAdmin' };
    await recordOwnAction(trx, visit, account, { action, outcome: 'denied', detail: denied });
    return account;
  }
  const updated = await trx
    .updateTable('userAccount')
    .set((eb) => ({ ...next, updatedAt: visit.now, version: eb('version', '+', 1) }))
    .where('userNo', '=', account.userNo)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordOwnAction(trx, visit, account, { action, detail });
  return updated;
}

async function isLastKeyAdmin(trx: Db, userNo: number): Promise<boolean> {
  // All transactions lock in one order, so that of two key admins demoted at once, one stays.
  const keyAdmins = await trx
    .selectFrom('userAccount')
    .select('userNo')
    .where('isKeyUser', '=', true)
    .where('role', '=', 1)
    .where('status', '=', 1)
    .orderBy('userNo')
    .forUpdate()
    .execute();
  return keyAdmins.every((admin) => admin.userNo === userNo);
}

/** Membership of every group in the map follows the claims. Other groups are granted manually and stay. */
async function syncGroups(
  trx: Db,
  account: UserRow,
  groups: NonNullable<Identity['groups']>,
  visit: Visit,
): Promise<void> {
  const managed = await resolveGroups(trx, groups.managed);
  const claimed = new Set(groups.claimed.map(groupKey));
  const granted = managed.filter((group) => claimed.has(group.key)).map((group) => group.subGroupId);
  const unclaimed = managed.filter((group) => !claimed.has(group.key)).map((group) => group.subGroupId);
  const removed = unclaimed.length === 0 ? [] : await removeMember(trx, account.userNo, unclaimed);
  const added = granted.length === 0 ? [] : await addMember(trx, account.userNo, granted);
  if (removed.length + added.length === 0) return;
  const detail = { source: SOURCE, addedSubGroupIds: added, removedSubGroupIds: removed };
  await recordOwnAction(trx, visit, account, { action: 'user.update', detail });
}

async function addMember(trx: Db, userNo: number, subGroupIds: number[]) {
  const rows = await trx
    .insertInto('subGroupMember')
    .values(subGroupIds.map((subGroupId) => ({ userNo, subGroupId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('subGroupId')
    .execute();
  return rows.map((row) => row.subGroupId);
}

async function removeMember(trx: Db, userNo: number, subGroupIds: number[]) {
  const rows = await trx
    .deleteFrom('subGroupMember')
    .where('userNo', '=', userNo)
    .where('subGroupId', 'in', subGroupIds)
    .returning('subGroupId')
    .execute();
  return rows.map((row) => row.subGroupId);
}

/** Skips groups of the map that do not exist (yet). Names are case-insensitive, as everywhere. */
async function resolveGroups(trx: Db, names: readonly GroupName[]) {
  if (names.length === 0) return [];
  const rows = await trx
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroup.subGroupId', 'subGroup.name as subGroupName', 'metaGroup.name as metaGroupName'])
    .where((eb) =>
      eb.or(
        names.map((name) =>
          eb.and([
            eb('metaGroup.nameKey', '=', nameKey(name.metaGroupName)),
            eb('subGroup.nameKey', '=', nameKey(name.subGroupName)),
          ]),
        ),
      ),
    )
    .orderBy('subGroup.subGroupId')
    .execute();
  return rows.map((row) => ({ subGroupId: row.subGroupId, key: groupKey(row) }));
}

function roleFields(choice: RoleChoice): { readonly role: number; readonly isKeyUser: boolean } {
  return choice === 10 ? { role: 1, isKeyUser: true } : { role: choice, isKeyUser: false };
}
