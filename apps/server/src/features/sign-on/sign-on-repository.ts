import type { Db } from '@gwanje/backend/database/schema';
import { toLastSignOn } from '@gwanje/backend/identity/sign-on-rules';
import { toUser } from '@gwanje/backend/identity/users';
import { SubGroupId, UserNo } from '@gwanje/contract/definition/fields';
import { sql } from 'kysely';
import type { SignedOnUser } from './sign-on-preview.ts';

/** Enough for every installation; more would make a preview slow. */
const MAX_USERS = 5000;

/** The users who signed on with an identity provider. */
export async function listSignOnUsers(db: Db) {
  const rows = await db
    .selectFrom('userAccount')
    .leftJoin('signOnClaim', 'signOnClaim.userNo', 'userAccount.userNo')
    .select(['userAccount.userNo', 'userAccount.userId', 'userAccount.name', 'signOnClaim.signedOnAt'])
    .where('userAccount.oidcSubject', 'is not', null)
    .orderBy('userAccount.userId')
    .limit(MAX_USERS)
    .execute();
  return rows.map(({ userNo, signedOnAt, ...row }) => ({
    ...row,
    userNo: UserNo.parse(userNo),
    signedOnAt: signedOnAt?.toISOString() ?? null,
  }));
}

/** Those whose group names are known, with their sub groups. */
export async function listSignedOnUsers(db: Db): Promise<SignedOnUser[]> {
  const rows = await db
    .selectFrom('signOnClaim')
    .innerJoin('userAccount', 'userAccount.userNo', 'signOnClaim.userNo')
    .selectAll('userAccount')
    .select(['signOnClaim.claimValues', 'signOnClaim.grantedSubGroupIds', 'signOnClaim.signedOnAt'])
    .select(
      sql<number[]>`array(select sub_group_id from sub_group_member m
        where m.user_no = user_account.user_no order by 1)`.as('subGroupIds'),
    )
    .where('userAccount.oidcSubject', 'is not', null)
    .orderBy('userAccount.userId')
    .limit(MAX_USERS)
    .execute();
  return rows.map(({ claimValues, grantedSubGroupIds, signedOnAt, subGroupIds, ...account }) => ({
    user: toUser(account),
    last: toLastSignOn({ claimValues, grantedSubGroupIds, signedOnAt }),
    subGroupIds: subGroupIds.map((id) => SubGroupId.parse(id)),
  }));
}

/** Of these sub groups, those that exist. */
export async function listExistingSubGroups(
  db: Db,
  subGroupIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('subGroup')
    .select('subGroupId')
    .where(sql<boolean>`sub_group_id = any(${subGroupIds}::int[])`)
    .execute();
  return new Set(rows.map(({ subGroupId }) => subGroupId));
}
