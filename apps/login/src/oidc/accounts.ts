import type { Db } from '@gwanje/backend/database/schema';
import { findLastSignOn, saveLastSignOn } from '@gwanje/backend/identity/sign-on-rules';
import type { UserRow } from '@gwanje/backend/identity/users';
import { nameKey, type RoleChoice, SubGroupId } from '@gwanje/contract/definition/fields';
import type { SignOnResult, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { type ClaimValues, membershipChange } from '@gwanje/domain/access/sign-on-rules';
import { userIdCandidate } from '@gwanje/domain/forms/user-id';
import { sql } from 'kysely';
import { recordOwnAction, type Visit } from '../visit.ts';
import type { Identity } from './identity.ts';

const MAX_NAMESAKES = 1000;
const SOURCE = 'oidc';

/** What the rules of single sign-on give to the user. */
export interface Granted {
  readonly rules: SignOnRules;
  readonly values: ClaimValues;
  readonly result: SignOnResult;
}

/**
 * The account of a signed-on user, created the first time. It is identified only by issuer and subject: an
 * equal user id or e-mail proves nothing, so a local account is never taken over. An account that the
 * provider itself created by SCIM is linked at the first sign-on.
 */
export async function accountFor(
  trx: Db,
  identity: Identity,
  granted: Granted,
  visit: Visit,
): Promise<UserRow> {
  const existing = (await findAccount(trx, identity)) ?? (await linkProvisioned(trx, identity, visit));
  const account = existing
    ? await syncRole(trx, existing, granted.result.role, visit)
    : await createAccount(trx, identity, granted.result.role, visit);
  await syncGroups(trx, account, granted, visit);
  return account;
}

export function findAccount(db: Db, { issuer, subject }: Identity): Promise<UserRow | undefined> {
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

async function createAccount(
  trx: Db,
  identity: Identity,
  role: SignOnResult['role'],
  visit: Visit,
): Promise<UserRow> {
  for (let attempt = 0; attempt < MAX_NAMESAKES; attempt++) {
    const userId = userIdCandidate(identity.userIdBase, attempt);
    const created = await trx
      .insertInto('userAccount')
      .values({
        userId,
        name: identity.name,
        email: identity.email,
        ...roleFields(typeof role === 'number' ? role : 2),
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
async function syncRole(
  trx: Db,
  account: UserRow,
  role: SignOnResult['role'],
  visit: Visit,
): Promise<UserRow> {
  if (typeof role !== 'number') return account;
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

/** Membership of every sub group that rules name follows them. Others are granted by hand and stay. */
async function syncGroups(
  trx: Db,
  account: UserRow,
  { rules, values, result }: Granted,
  visit: Visit,
): Promise<void> {
  const { userNo } = account;
  const last = await findLastSignOn(trx, userNo);
  const current = { subGroupIds: await subGroupsOf(trx, userNo), grantedByRules: last?.grantedByRules ?? [] };
  const change = membershipChange(rules, result, current);
  const removed = change.removed.length === 0 ? [] : await removeMember(trx, userNo, change.removed);
  const added = change.added.length === 0 ? [] : await addMember(trx, userNo, change.added);
  await saveLastSignOn(trx, userNo, {
    values,
    grantedByRules: result.grantedSubGroupIdList,
    signedOnAt: visit.now,
  });
  if (removed.length + added.length === 0) return;
  const detail = { source: SOURCE, addedSubGroupIds: added, removedSubGroupIds: removed };
  await recordOwnAction(trx, visit, account, { action: 'user.update', detail });
}

async function subGroupsOf(trx: Db, userNo: number): Promise<SubGroupId[]> {
  const rows = await trx
    .selectFrom('subGroupMember')
    .select('subGroupId')
    .where('userNo', '=', userNo)
    .orderBy('subGroupId')
    .execute();
  return rows.map(({ subGroupId }) => SubGroupId.parse(subGroupId));
}

/** A sub group may have been deleted since the rules were written. */
async function addMember(trx: Db, userNo: number, subGroupIds: readonly number[]) {
  const rows = await trx
    .insertInto('subGroupMember')
    .columns(['userNo', 'subGroupId'])
    .expression((eb) =>
      eb
        .selectFrom('subGroup')
        .select((inner) => [inner.val(userNo).as('userNo'), 'subGroupId'])
        .where('subGroupId', 'in', subGroupIds)
        .orderBy('subGroupId')
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('subGroupId')
    .execute();
  return rows.map((row) => row.subGroupId);
}

async function removeMember(trx: Db, userNo: number, subGroupIds: readonly number[]) {
  const rows = await trx
    .deleteFrom('subGroupMember')
    .where('userNo', '=', userNo)
    .where('subGroupId', 'in', subGroupIds)
    .returning('subGroupId')
    .execute();
  return rows.map((row) => row.subGroupId);
}

function roleFields(choice: RoleChoice): { readonly role: number; readonly isKeyUser: boolean } {
  return choice === 10 ? { role: 1, isKeyUser: true } : { role: choice, isKeyUser: false };
}
