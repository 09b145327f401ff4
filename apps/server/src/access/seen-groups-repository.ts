import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

/** Whether a user sees a sub group now. A user who cannot sign in sees nothing. */
export type SeesSubGroup = (userNo: number, subGroupId: number) => boolean;

/** For work without a caller: which of the sub groups the named users see. Default: of all sub groups. */
export async function loadSeenSubGroups(
  db: Db,
  userNos: Iterable<number>,
  subGroupIds?: readonly number[],
): Promise<SeesSubGroup> {
  const distinct = [...new Set(userNos)];
  const seen = new Set<string>();
  if (distinct.length > 0) {
    const { rows } = await sql<{ userNo: number; subGroupId: number }>`
      select u.user_no, s.sub_group_id from user_account u cross join sub_group s
        join meta_group m on m.meta_group_id = s.meta_group_id
      where u.user_no = any(${distinct}::int[]) and u.status in (1, 4)
        and (${subGroupIds === undefined} or s.sub_group_id = any(${subGroupIds ?? []}::int[]))
        and (u.role = 1 or (u.role = 3 and m.owner_user_no = u.user_no) or exists (
          select 1 from sub_group_member member
          where member.sub_group_id = s.sub_group_id and member.user_no = u.user_no))`.execute(db);
    for (const { userNo, subGroupId } of rows) seen.add(`${userNo} ${subGroupId}`);
  }
  return (userNo, subGroupId) => seen.has(`${userNo} ${subGroupId}`);
}
