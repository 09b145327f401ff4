import type { Db } from '../database/schema.ts';
import type { ChainEnd } from './row-hash.ts';

export async function positionOf(db: Db, receiver: string): Promise<number> {
  const row = await db
    .selectFrom('auditReceiver')
    .select('sentNo')
    .where('receiver', '=', receiver)
    .executeTakeFirst();
  return row?.sentNo ?? 0;
}

export async function noteSent(db: Db, receiver: string, sentNo: number, now: Date): Promise<void> {
  const row = { sentNo, sentAt: now, failingSince: null, lastError: null };
  await db
    .insertInto('auditReceiver')
    .values({ receiver, ...row })
    .onConflict((conflict) => conflict.column('receiver').doUpdateSet(row))
    .execute();
}

export async function noteSendFailure(db: Db, receiver: string, lastError: string, now: Date): Promise<void> {
  await db
    .insertInto('auditReceiver')
    .values({ receiver, failingSince: now, lastError })
    .onConflict((conflict) =>
      conflict.column('receiver').doUpdateSet((eb) => ({
        lastError,
        failingSince: eb.fn.coalesce('auditReceiver.failingSince', eb.val(now)),
      })),
    )
    .execute();
}

/** Receivers that are no longer configured are left out. */
export async function listReceivers(db: Db, receivers: readonly string[], last: ChainEnd) {
  const rows =
    receivers.length === 0
      ? []
      : await db.selectFrom('auditReceiver').selectAll().where('receiver', 'in', receivers).execute();
  return receivers.map((name) => {
    const row = rows.find(({ receiver }) => receiver === name);
    return {
      receiver: name,
      waitingCnt: Math.max(0, last.no - (row?.sentNo ?? 0)),
      sentAt: row?.sentAt?.toISOString() ?? null,
      failingSince: row?.failingSince?.toISOString() ?? null,
      lastError: row?.lastError ?? null,
    };
  });
}
