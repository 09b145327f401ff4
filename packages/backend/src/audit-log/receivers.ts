import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database, Db } from '../database/schema.ts';
import { recordAudit } from '../identity/audit.ts';
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

const RECEIVERS_NOTE = 'auditReceivers';
const StoredReceivers = z.array(z.string());

/**
 * The environment names the receivers, so no call records their change. The first server that sees another list than the
 * stored one does.
 */
export async function recordReceiverChange(
  db: Kysely<Database>,
  receivers: readonly string[],
  now: Date,
): Promise<void> {
  const after = receivers.toSorted();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('installationNote')
      .values({ key: RECEIVERS_NOTE, value: JSON.stringify([]), updatedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await trx
      .selectFrom('installationNote')
      .select('value')
      .where('key', '=', RECEIVERS_NOTE)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = StoredReceivers.parse(value);
    if (before.join() === after.join()) return;
    await trx
      .updateTable('installationNote')
      .set({ value: JSON.stringify(after), updatedAt: now })
      .where('key', '=', RECEIVERS_NOTE)
      .execute();
    const detail = { source: 'environment', before, after };
    await recordAudit(trx, { actor: null, action: 'auditLog.updateReceivers', outcome: 'done', detail });
  });
}
