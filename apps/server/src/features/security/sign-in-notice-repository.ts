import type { Db } from '@gwanje/backend/database/schema';

const AT_ONCE = 20;

/** New browsers of which the user has not been notified yet. A user without an address sees them in the portal. */
export function dueNotices(db: Db, now: Date) {
  return db
    .selectFrom('signIn')
    .innerJoin('userAccount', 'userAccount.userNo', 'signIn.userNo')
    .select(['signIn.signInId', 'signIn.at', 'signIn.userAgent', 'signIn.address'])
    .select(['userAccount.userId', 'userAccount.name', 'userAccount.email'])
    .where('mailDueAt', '<=', now)
    .orderBy('mailDueAt')
    .limit(AT_ONCE)
    .execute();
}

/** Null: the mail was sent, or is given up. */
export async function setNoticeDue(db: Db, signInId: number, mailDueAt: Date | null): Promise<void> {
  await db.updateTable('signIn').set({ mailDueAt }).where('signInId', '=', signInId).execute();
}
