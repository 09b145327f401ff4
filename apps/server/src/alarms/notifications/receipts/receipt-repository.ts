import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { z } from 'zod';
import { isSignedBy } from './receipt-path.ts';

const Id = z.uuid();
const MAX_REASON = 300;

interface Receipt {
  readonly deliveryId: string;
  readonly signature: string;
}

/**
 * Marks a message as failed when the receipt lacks the success text of its webhook; one that is still being sent fails when
 * all recipients were sent to. A later success does not change that: with several recipients one of them has not got the
 * message. Without a success text nobody can tell what a receipt means, so it is shown beside the message.
 */
export async function noteReceipt(
  db: Db,
  { deliveryId, signature }: Receipt,
  body: string,
): Promise<'received' | 'failed' | 'unknown'> {
  if (!Id.safeParse(deliveryId).success) return 'unknown';
  const webhook = await db
    .selectFrom('outbox')
    .innerJoin('webhook', 'webhook.webhookId', 'outbox.webhookId')
    .select(['webhook.secret', 'webhook.successText'])
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirst();
  if (!webhook?.secret || !isSignedBy(webhook.secret, deliveryId, signature)) return 'unknown';
  const { successText } = webhook;
  const message = db.updateTable('outbox').where('deliveryId', '=', deliveryId);
  if (successText !== null && body.includes(successText)) {
    await message.set((eb) => ({ receivedCnt: eb('receivedCnt', '+', 1) })).execute();
    return 'received';
  }
  const isFailed = successText !== null;
  const { numUpdatedRows } = await message
    .where('state', 'in', ['waiting', 'delivered'])
    .set({
      receiptText: printable(body),
      isReceiptFailed: isFailed,
      ...(isFailed && {
        state: sql<string>`case when state = 'delivered' then 'failed' else state end`,
        deliveredAt: null,
      }),
    })
    .executeTakeFirst();
  return isFailed && numUpdatedRows > 0n ? 'failed' : 'received';
}

/** The beginning of a text of another party, without control characters. */
function printable(text: string): string {
  const start = text
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return start.length > MAX_REASON ? `${start.slice(0, MAX_REASON)}…`.toWellFormed() : start;
}
