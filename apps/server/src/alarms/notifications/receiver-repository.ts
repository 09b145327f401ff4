import type { Database, Db } from '@gwanje/backend/database/schema';
import { type Address, ChannelKey, hasAddress } from '@gwanje/contract/alarms/channels';
import { Hours } from '@gwanje/contract/alarms/webhooks';
import type { Receiver } from '@gwanje/domain/notifications/routing';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { loadSeenSubGroups } from '../../access/seen-groups-repository.ts';
import type { Target } from './channels/channel.ts';

type Row = Selectable<Database['webhook']>;

export interface StoredReceiver extends Receiver {
  readonly webhookId: number;
  readonly alarmTemplateId: number;
  readonly name: string;
  /** The group admin who saved the webhook: it sends only what this user may see. Null: a total admin. */
  readonly scopeUserNo: number | null;
}

const Ids = z.array(z.number());
const Texts = z.array(z.string());

/** Values were validated when they were saved. A value that cannot be parsed is treated as not set. */
export function receiverOf(row: Row): StoredReceiver {
  const { webhookId, alarmTemplateId, name, scopeUserNo, minLevel, sendsRecovery, escalateAfterMin } = row;
  return {
    webhookId,
    alarmTemplateId,
    name,
    scopeUserNo,
    minLevel,
    sendsRecovery,
    escalateAfterMin,
    hours: Hours.safeParse(row.hours).data ?? null,
    quietHours: Hours.safeParse(row.quietHours).data ?? null,
    subGroupIdList: Ids.safeParse(row.subGroupIdList).data ?? null,
  };
}

export function targetOf(row: Pick<Row, 'kind' | keyof Address | 'bodyTemplate' | 'language'>): Target {
  return {
    kind: ChannelKey.safeParse(row.kind).data ?? 'json',
    url: row.url,
    recipientList: Texts.safeParse(row.recipientList).data ?? [],
    secret: row.secret,
    successText: row.successText,
    bodyTemplate: row.bodyTemplate,
    language: row.language === 'en' ? 'en' : 'ko',
  };
}

function activeWebhooks(db: Db) {
  return db.selectFrom('webhook').selectAll().where('isOn', '=', true);
}

/** The receivers of alarms: the webhooks of their clusters' templates that are on and have an address. */
export async function loadReceiversOf(db: Db, alarmIds: readonly number[]): Promise<StoredReceiver[]> {
  const rows = await activeWebhooks(db)
    .where(
      sql<boolean>`alarm_template_id in (select c.alarm_template_id from alarm a join cluster c on c.host_id = a.host_id
        where a.alarm_id = any(${[...alarmIds]}::int[]) and a.is_notified)`,
    )
    .orderBy('webhookId')
    .execute();
  return rows.filter((row) => hasAddress(targetOf(row).kind, targetOf(row))).map(receiverOf);
}

/** Returns only webhooks that are on. */
export async function loadActiveReceivers(
  db: Db,
  webhookIds: readonly number[],
): Promise<ReadonlyMap<number, StoredReceiver>> {
  const rows = await activeWebhooks(db)
    .where(sql<boolean>`webhook_id = any(${[...webhookIds]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.webhookId, receiverOf(row)]));
}

type Scoped = Pick<StoredReceiver, 'scopeUserNo'>;

/** Whether a receiver may get messages about a sub group: the user who saved it must see the group now. */
export async function loadScopes(
  db: Db,
  receivers: readonly Scoped[],
): Promise<(receiver: Scoped, subGroupId: number) => boolean> {
  const seen = await loadSeenSubGroups(
    db,
    receivers.flatMap(({ scopeUserNo }) => scopeUserNo ?? []),
  );
  return ({ scopeUserNo }, subGroupId) => scopeUserNo === null || seen(scopeUserNo, subGroupId);
}
