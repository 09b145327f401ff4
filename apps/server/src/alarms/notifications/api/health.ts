import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, sql } from 'kysely';

interface HealthRow {
  readonly webhookId: number;
  readonly waitingCnt: number;
  readonly waitingSince: Date | null;
  readonly failedCnt: number;
  readonly lastDeliveredAt: Date | null;
  readonly lastError: string | null;
}

/** How it goes with each webhook. An error that something delivered came after is none any more. */
export async function healthOf(db: Kysely<Database>, webhooks: readonly { readonly webhookId: number }[]) {
  const { rows } = await sql<HealthRow>`
    select w.id as webhook_id, o.waiting_cnt, o.waiting_since, o.failed_cnt, d.last_delivered_at, e.last_error
    from unnest(${webhooks.map(({ webhookId }) => webhookId)}::int[]) as w (id)
    cross join lateral (
      select (count(*) filter (where state = 'waiting'))::int as waiting_cnt,
        min(created_at) filter (where state = 'waiting') as waiting_since,
        (count(*) filter (where state = 'failed'))::int as failed_cnt
      from outbox where webhook_id = w.id and state in ('waiting', 'failed')) o
    cross join lateral (
      select max(delivered_at) as last_delivered_at from outbox where webhook_id = w.id) d
    left join lateral (
      select last_error from outbox where webhook_id = w.id and state in ('waiting', 'failed') and attempt_cnt > 0
        and last_attempt_at > coalesce(d.last_delivered_at, '-infinity'::timestamptz)
      order by last_attempt_at desc limit 1) e on true`.execute(db);
  return new Map(
    rows.map(({ webhookId, waitingSince, lastDeliveredAt, ...row }) => [
      webhookId,
      {
        ...row,
        waitingSince: waitingSince?.toISOString() ?? null,
        lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
      },
    ]),
  );
}
