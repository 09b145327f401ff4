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
  /** Null: a browser of a person. */
  readonly webhookId: number | null;
  readonly pushSubscriptionId: number | null;
  /** Null: it gets alarms of clusters with any template. */
  readonly alarmTemplateId: number | null;
  readonly name: string;
  /** The group admin who saved the webhook: it sends only what this user may see. Null: a total admin. */
  readonly scopeUserNo: number | null;
}

export type WebhookReceiver = StoredReceiver & {
  readonly webhookId: number;
  readonly alarmTemplateId: number;
};

const Ids = z.array(z.number());
const Texts = z.array(z.string());

/** Values were validated when they were saved. A value that cannot be parsed is treated as not set. */
export function receiverOf(row: Row): WebhookReceiver {
  const { webhookId, alarmTemplateId, name, scopeUserNo, minLevel, sendsRecovery, escalateAfterMin } = row;
  return {
    webhookId,
    pushSubscriptionId: null,
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

/** A person on duty is written to by mail. */
export function targetOfPerson(email: string): Target {
  return { ...NO_ADDRESS, kind: 'email', recipientList: [email], bodyTemplate: null, language: 'ko' };
}

const NO_ADDRESS = { url: null, secret: null, successText: null };

function activeWebhooks(db: Db) {
  return db.selectFrom('webhook').selectAll().where('isOn', '=', true);
}

/** The receivers of alarms: the webhooks of their clusters' templates that are on and have an address. */
export async function loadReceiversOf(db: Db, alarmIds: readonly number[]): Promise<WebhookReceiver[]> {
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
export async function loadActiveWebhooks(db: Db, webhookIds: readonly number[]): Promise<StoredReceiver[]> {
  const rows = await activeWebhooks(db)
    .where(sql<boolean>`webhook_id = any(${[...webhookIds]}::int[])`)
    .execute();
  return rows.map(receiverOf);
}

type Scoped = Pick<StoredReceiver, 'scopeUserNo'>;

/** Whether a receiver may get messages about a sub group: the user who saved it must see the group now. */
export async function loadScopes(
  db: Db,
  receivers: readonly Scoped[],
  subGroupIds: readonly number[],
): Promise<(receiver: Scoped, subGroupId: number) => boolean> {
  const seen = await loadSeenSubGroups(
    db,
    receivers.flatMap(({ scopeUserNo }) => scopeUserNo ?? []),
    subGroupIds,
  );
  return ({ scopeUserNo }, subGroupId) => scopeUserNo === null || seen(scopeUserNo, subGroupId);
}
