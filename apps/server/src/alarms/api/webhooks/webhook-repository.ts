import type { Db } from '@gwanje/backend/database/schema';
import type { DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';
import type { insertWebhook as insertCall } from '@gwanje/contract/alarms/webhooks';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import { sql } from 'kysely';
import type { CallingUser } from '../../../access/visibility-repository.ts';
import { withIsoTimes } from '../../../platform/store/iso-times.ts';
import { countRows } from '../../../platform/store/list-repository.ts';
import { insertRow, named, updateRow } from '../../../platform/store/row-repository.ts';
import { orConflict } from '../../../platform/store/violations.ts';

export type WebhookSettings = Omit<BodyOf<typeof insertCall>, 'alarmTemplateId'>;

const NAME_TAKEN = { field: 'name', reason: 'taken' } as const;

export function listWebhookRows(db: Db, alarmTemplateId: number) {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('alarmTemplateId', '=', alarmTemplateId)
    .orderBy('nameKey')
    .execute();
}

export function countWebhooks(db: Db, alarmTemplateId: number): Promise<number> {
  return countRows(db, db.selectFrom('webhook').where('alarmTemplateId', '=', alarmTemplateId));
}

export function insertWebhook(
  db: Db,
  alarmTemplateId: number,
  settings: WebhookSettings,
  user: CallingUser,
  now: Date,
) {
  const values = { alarmTemplateId, ...columnsOf(settings, user), createdAt: now, updatedAt: now };
  return orConflict(insertRow(db, 'webhook', values), NAME_TAKEN);
}

export function updateWebhook(
  db: Db,
  webhookId: number,
  settings: WebhookSettings,
  version: number,
  user: CallingUser,
  now: Date,
): Promise<void> {
  const change = { ...columnsOf(settings, user), version, updatedAt: now };
  return orConflict(updateRow(db, 'webhook', webhookId, change), NAME_TAKEN);
}

export function lockWebhook(db: Db, webhookId: number) {
  return db
    .selectFrom('webhook')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'webhook.alarmTemplateId')
    .selectAll('webhook')
    .select('alarmTemplate.ownerUserNo')
    .where('webhookId', '=', webhookId)
    .forUpdate('webhook')
    .executeTakeFirst();
}

export function lockDelivery(db: Db, deliveryId: string) {
  return db
    .selectFrom('outbox')
    .innerJoin('webhook', 'webhook.webhookId', 'outbox.webhookId')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'webhook.alarmTemplateId')
    .select(['alarmTemplate.ownerUserNo', 'outbox.state', 'webhook.name'])
    .where('deliveryId', '=', deliveryId)
    .forUpdate('outbox')
    .executeTakeFirst();
}

/** `isLocked` makes concurrent inserts wait, so that each counts all webhooks of the template. */
export function findTemplateOwner(db: Db, alarmTemplateId: number, isLocked = false) {
  const query = db
    .selectFrom('alarmTemplate')
    .select(['alarmTemplateId', 'ownerUserNo'])
    .where('alarmTemplateId', '=', alarmTemplateId);
  return (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

interface HealthRow {
  readonly webhookId: number;
  readonly waitingCnt: number;
  readonly waitingSince: Date | null;
  readonly failedCnt: number;
  readonly lastDeliveredAt: Date | null;
  readonly note: DeliveryNote | null;
}

/** The state of the deliveries of each webhook. An error counts until a later message was delivered. */
export async function loadDeliveryHealth(db: Db, webhookIds: readonly number[]) {
  const { rows } = await sql<HealthRow>`
    select w.id as webhook_id, o.waiting_cnt, o.waiting_since, o.failed_cnt, d.last_delivered_at, e.note
    from unnest(${[...webhookIds]}::int[]) as w (id)
    cross join lateral (
      select (count(*) filter (where state = 'waiting'))::int as waiting_cnt,
        min(created_at) filter (where state = 'waiting') as waiting_since,
        (count(*) filter (where state = 'failed'))::int as failed_cnt
      from outbox where webhook_id = w.id and state in ('waiting', 'failed')) o
    cross join lateral (
      select max(delivered_at) as last_delivered_at from outbox where webhook_id = w.id) d
    left join lateral (
      select case when is_receipt_failed and (state = 'failed' or note is null)
          then json_build_object('why', 'receiptFailed', 'detail', receipt_text)
        else note end as note from outbox where webhook_id = w.id and state in ('waiting', 'failed') and attempt_cnt > 0
        and last_attempt_at > coalesce(d.last_delivered_at, '-infinity'::timestamptz)
      order by last_attempt_at desc limit 1) e on true`.execute(db);
  return new Map(rows.map(({ webhookId, ...row }) => [webhookId, withIsoTimes(row)]));
}

function columnsOf(settings: WebhookSettings, user: CallingUser) {
  const { recipientList, hours, quietHours, forSubGroupIdList, ...columns } = settings;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    ...columns,
    ...named(settings.name),
    recipientList: JSON.stringify(recipientList),
    hours: json(hours),
    quietHours: json(quietHours),
    subGroupIdList: json(forSubGroupIdList),
    // A webhook never sends more than the user who saved it may see.
    scopeUserNo: isTotalAdmin(user) ? null : user.userNo,
  };
}
