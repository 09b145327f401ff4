import type { Db } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { userStatuses } from '@gwanje/domain/mappings/labels';
import { sql } from 'kysely';

/**
 * Suspends accounts that nobody used for as long as the rules allow: the last use is a sign-in, a request of a session or of an
 * access token, or a change of the account by an admin, who may have just reactivated it. One key admin always stays: the
 * one who was active last.
 */
export async function suspendDormantAccounts(db: Db, now: Date): Promise<number> {
  const { dormantDays } = (await readSecuritySettings(db)).settings;
  if (dormantDays === 0) return 0;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ userNo: number; userId: string }>`
      with used as (
        select u.user_no, greatest(u.created_at, u.updated_at, u.last_login_at,
          (select max(last_seen_at) from session s where s.user_no = u.user_no),
          (select max(last_used_at) from access_token t where t.user_no = u.user_no)) as used_at
        from user_account u)
      update user_account u
      set status = ${userStatuses.suspended}, updated_at = ${now}, version = version + 1
      from used
      where used.user_no = u.user_no and u.status in (${userStatuses.normal}, ${userStatuses.restricted})
        and used.used_at < ${now}::timestamptz - make_interval(days => ${dormantDays})
        and u.user_no is distinct from (
          select k.user_no from user_account k join used using (user_no)
          where k.is_key_user and k.status in (${userStatuses.normal}, ${userStatuses.restricted})
          order by used.used_at desc limit 1)
      returning u.user_no, u.user_id`.execute(trx);
    for (const { userNo, userId } of rows)
      await recordAudit(trx, {
        actor: null,
        action: 'user.suspend',
        target: { kind: 'user', id: userNo },
        outcome: 'done',
        detail: { userId, reason: 'dormant', days: dormantDays },
      });
    return rows.length;
  });
}
