import { SubGroupId } from '@gwanje/contract/definition/fields';
import { NO_SIGN_ON_RULES, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import type { ClaimValues } from '@gwanje/domain/access/sign-on-rules';
import { z } from 'zod';
import type { Db } from '../database/schema.ts';

/** The rules of single sign-on: one row. Version 0: nobody has written rules. */
export async function readSignOnRules(db: Db) {
  const row = await db
    .selectFrom('signOnRules')
    .select(['rules', 'version', 'updatedAt'])
    .executeTakeFirstOrThrow();
  return { ...row, rules: row.version === 0 ? NO_SIGN_ON_RULES : SignOnRules.parse(row.rules) };
}

/** False: another user has changed them since. */
export async function replaceSignOnRules(
  db: Db,
  rules: SignOnRules,
  version: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signOnRules')
    .set({ rules: JSON.stringify(rules), version: version + 1, updatedAt: now })
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The group names with which a user signed on the last time, and the sub groups that the rules gave. */
export interface LastSignOn {
  readonly values: ClaimValues;
  readonly grantedByRules: readonly SubGroupId[];
  readonly signedOnAt: Date;
}

const StoredValues = z.record(z.string(), z.array(z.string())).catch({});

export function toLastSignOn(row: {
  readonly claimValues: unknown;
  readonly grantedSubGroupIds: readonly number[];
  readonly signedOnAt: Date;
}): LastSignOn {
  return {
    values: StoredValues.parse(row.claimValues),
    grantedByRules: row.grantedSubGroupIds.map((id) => SubGroupId.parse(id)),
    signedOnAt: row.signedOnAt,
  };
}

export async function findLastSignOn(db: Db, userNo: number): Promise<LastSignOn | undefined> {
  const row = await db.selectFrom('signOnClaim').selectAll().where('userNo', '=', userNo).executeTakeFirst();
  return row && toLastSignOn(row);
}

export async function saveLastSignOn(
  db: Db,
  userNo: number,
  { values, grantedByRules, signedOnAt }: LastSignOn,
): Promise<void> {
  const row = {
    claimValues: JSON.stringify(values),
    grantedSubGroupIds: [...grantedByRules],
    signedOnAt,
  };
  await db
    .insertInto('signOnClaim')
    .values({ userNo, ...row })
    .onConflict((conflict) => conflict.column('userNo').doUpdateSet(row))
    .execute();
}
