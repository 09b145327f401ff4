import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';

export interface MemberLink {
  readonly userNo: number;
  readonly subGroupId: number;
}

/** Returns the members that were added; existing ones are left out. */
export function insertMembers(
  db: Kysely<Database>,
  links: readonly MemberLink[],
  now: Date,
): Promise<MemberLink[]> {
  return db
    .insertInto('subGroupMember')
    .values(links.map((link) => ({ userNo: link.userNo, subGroupId: link.subGroupId, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userNo', 'subGroupId']).doNothing())
    .returning(['userNo', 'subGroupId'])
    .execute();
}

export async function deleteMember(db: Kysely<Database>, link: MemberLink): Promise<boolean> {
  const row = await db
    .deleteFrom('subGroupMember')
    .where('userNo', '=', link.userNo)
    .where('subGroupId', '=', link.subGroupId)
    .returning('userNo')
    .executeTakeFirst();
  return row !== undefined;
}
