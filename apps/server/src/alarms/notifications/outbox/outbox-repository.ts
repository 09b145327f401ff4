import type { Database, Db } from '@gwanje/backend/database/schema';
import { type AgedTable, agedTable } from '@gwanje/backend/retention/aged-table';
import { holdReasons } from '@gwanje/contract/alarms/alarms';
import type { Address } from '@gwanje/contract/alarms/channels';
import type { DeliveryNote, DropReason } from '@gwanje/contract/alarms/delivery-notes';
import type { Former, HoldReason } from '@gwanje/domain/notifications/routing';
import { type Selectable, sql, type Updateable, type UpdateObject } from 'kysely';
import { z } from 'zod';
import { loadSeenSubGroups } from '../../../access/seen-groups-repository.ts';
import { maySendTo, type PushTargetRow, pushTargetOf } from '../channels/push/push-repository.ts';
import { alarmsOf, MessageFacts, type ReportMessage } from '../message-facts.ts';
import type { ReportTarget } from '../message-sender.ts';
import { targetOf, targetOfPerson } from '../receiver-repository.ts';

/** Item key of the alarm about a receiver that cannot be reached: this prefix and the webhook's id. */
export const UNREACHABLE_ITEM = 'notify.';

/**
 * A message goes to a webhook, to a browser of a person, to the receivers of a report schedule, or to a person on duty. One to
 * the browser of a person on duty names both; its receiver is the browser.
 */
export interface ReceiverIds {
  readonly webhookId: number | null;
  readonly pushSubscriptionId?: number | null;
  readonly reportScheduleId?: number | null;
  readonly userNo?: number | null;
}

type ReceiverColumn = 'webhook_id' | 'push_subscription_id' | 'report_schedule_id' | 'user_no';

/** The column that names the receiver of a message, and its id. */
function receiverOf({
  webhookId,
  pushSubscriptionId,
  reportScheduleId,
  userNo,
}: ReceiverIds): readonly [ReceiverColumn, number | null] {
  if (webhookId !== null) return ['webhook_id', webhookId];
  if (reportScheduleId) return ['report_schedule_id', reportScheduleId];
  return pushSubscriptionId ? ['push_subscription_id', pushSubscriptionId] : ['user_no', userNo ?? null];
}

/** One text for the receiver of a message, as a key of maps. */
export function receiverKey(ids: ReceiverIds): string {
  return receiverOf(ids).join(' ');
}

export interface NewMessage extends ReceiverIds {
  /** Default: a new one. */
  readonly deliveryId?: string;
  /** Null for a summary. */
  readonly alarmId: number | null;
  /** The name of the receiver. */
  readonly webhookName: string;
  readonly facts: MessageFacts;
  /** Null: it is sent at once. */
  readonly held: { readonly for: HoldReason; readonly until: Date } | null;
}

const ROWS_PER_INSERT = 500;

/** Must be called in the transaction of the change that the message is about. */
export async function insertMessages(db: Db, messages: readonly NewMessage[], now: Date): Promise<void> {
  for (let start = 0; start < messages.length; start += ROWS_PER_INSERT) {
    const rows = messages.slice(start, start + ROWS_PER_INSERT).map(({ facts, held, ...message }) => ({
      deliveryId: crypto.randomUUID(),
      ...message,
      reason: facts.reason,
      payload: JSON.stringify(facts),
      state: held ? 'held' : 'waiting',
      heldFor: held?.for ?? null,
      heldUntil: held?.until ?? null,
      createdAt: now,
      nextAttemptAt: held ? null : now,
    }));
    await db.insertInto('outbox').values(rows).execute();
  }
}

interface NewReportMessage {
  readonly reportScheduleId: number;
  readonly reportId: number;
  /** What the message is about, for lists of deliveries. */
  readonly title: string;
}

/** Must be called in the transaction that stores the report, so that it is sent once. */
export async function insertReportMessage(
  db: Db,
  { reportScheduleId, reportId, title }: NewReportMessage,
  now: Date,
): Promise<void> {
  const payload: ReportMessage = { reason: 'report', reportId };
  await db
    .insertInto('outbox')
    .values({
      deliveryId: crypto.randomUUID(),
      reportScheduleId,
      webhookName: title,
      reason: payload.reason,
      payload: JSON.stringify(payload),
      state: 'waiting',
      createdAt: now,
      nextAttemptAt: now,
    })
    .execute();
}

export interface KnownMessages extends Former {
  readonly heldId: string | null;
}

/** The messages that each receiver has got about each alarm so far, by `${alarmId} ${receiverKey}`. */
export async function loadKnownMessages(
  db: Db,
  alarmIds: readonly number[],
): Promise<ReadonlyMap<string, KnownMessages>> {
  const known = new Map<string, KnownMessages>();
  if (alarmIds.length === 0) return known;
  const rows = await db
    .selectFrom('outbox')
    .select(['alarmId', 'webhookId', 'pushSubscriptionId', 'state', 'heldFor', 'deliveryId'])
    .where(sql<boolean>`alarm_id = any(${[...alarmIds]}::int[])`)
    .where('state', '<>', 'dropped')
    .where('userNo', 'is', null)
    // Another transaction may release a held message now. This one then waits, and sees it as sent.
    .forUpdate()
    .execute();
  for (const row of rows) {
    const key = `${row.alarmId} ${receiverKey(row)}`;
    const before = known.get(key) ?? { isSent: false, heldFor: null, heldId: null };
    known.set(
      key,
      row.state === 'held'
        ? { isSent: before.isSent, heldFor: parseHoldReason(row.heldFor), heldId: row.deliveryId }
        : { ...before, isSent: true },
    );
  }
  return known;
}

function parseHoldReason(text: string | null): HoldReason {
  return holdReasons.find((reason) => reason === text) ?? 'snooze';
}

/** Locks held messages whose hold has ended. */
export async function lockDueHeldMessages(db: Db, now: Date, limit: number) {
  const rows = await db
    .selectFrom('outbox')
    .select(['deliveryId', 'alarmId', 'webhookId', 'pushSubscriptionId', 'reason', 'heldFor'])
    .where('state', '=', 'held')
    .where('heldUntil', '<=', now)
    .where('userNo', 'is', null)
    .orderBy('seq')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => ({ ...row, heldFor: parseHoldReason(row.heldFor) }));
}

export type HeldMessage = Awaited<ReturnType<typeof lockDueHeldMessages>>[number];

export async function updateMessage(
  db: Db,
  deliveryId: string,
  values: Updateable<Database['outbox']>,
): Promise<void> {
  await db.updateTable('outbox').set(values).where('deliveryId', '=', deliveryId).execute();
}

/** Makes a held message due, with the current facts. */
export function releaseMessage(db: Db, deliveryId: string, facts: MessageFacts, now: Date): Promise<void> {
  const { reason } = facts;
  const payload = JSON.stringify(facts);
  return updateMessage(db, deliveryId, {
    state: 'waiting',
    nextAttemptAt: now,
    heldUntil: null,
    reason,
    payload,
  });
}

/** Ends held messages that are not sent, because they are dropped or part of a summary. */
export async function endHeldMessages(
  db: Db,
  deliveryIds: readonly string[],
  state: 'dropped' | 'summed',
  why?: DropReason,
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ state, heldUntil: null, ...(why && { note: storedNote({ why, detail: null }) }) })
    .where('deliveryId', 'in', deliveryIds)
    .where('state', '=', 'held')
    .execute();
}

/** A snooze or a maintenance window ended early: the next round releases or drops its messages. */
export async function releaseHeldEarly(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ heldUntil: now })
    .where('state', '=', 'held')
    .where('heldFor', 'in', ['maintenance', 'snooze'])
    .where('heldUntil', '>', now)
    .execute();
}

type DueRow = Pick<
  Selectable<Database['outbox']>,
  | 'deliveryId'
  | 'attemptCnt'
  | 'payload'
  | 'webhookId'
  | 'pushSubscriptionId'
  | 'reportScheduleId'
  | 'userNo'
  | 'seq'
>;

/** The first waiting message of each alarm for each receiver. Later messages wait for it. */
export async function findDueMessages(db: Db, now: Date, maxPerReceiver: number) {
  const webhooks = await findDueForWebhooks(db, now, maxPerReceiver);
  const pushes = await findDueForBrowsers(db, now, maxPerReceiver);
  const reports = await findDueReports(db, now, maxPerReceiver);
  const people = await findDueForPeople(db, now, maxPerReceiver);
  return [...webhooks, ...pushes, ...reports, ...people].toSorted((a, b) => a.seq - b.seq);
}

export type DueMessage = Awaited<ReturnType<typeof findDueMessages>>[number];

async function findDueForWebhooks(db: Db, now: Date, maxPerReceiver: number) {
  type Webhook = Pick<Selectable<Database['webhook']>, 'kind' | keyof Address | 'bodyTemplate' | 'language'>;
  const { rows } = await sql<DueRow & { isOn: boolean | null; webhook: Webhook }>`
    select o.*, w.is_on, json_build_object('kind', w.kind,
      'url', w.url, 'recipientList', w.recipient_list, 'secret', w.secret, 'successText', w.success_text, 'bodyTemplate', w.body_template, 'language', w.language) as webhook
    from ${dueMessages('webhook_id', now, maxPerReceiver)} o
    left join webhook w on w.webhook_id = o.webhook_id`.execute(db);
  return rows.map(({ webhook, isOn, ...message }) => ({
    ...message,
    target: isOn === true ? targetOf(webhook) : null,
    whyNot: 'receiverOff' as const,
  }));
}

async function findDueForBrowsers(db: Db, now: Date, maxPerReceiver: number) {
  const { rows } = await sql<DueRow & { push: PushTargetRow }>`
    select o.*, p.user_no, json_build_object('endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth, 'language', p.language) as push
    from ${dueMessages('push_subscription_id', now, maxPerReceiver)} o
    left join lateral (
      select * from push_subscription one
      where one.push_subscription_id = o.push_subscription_id and ${maySendTo('one', now)}) p on true`.execute(
    db,
  );
  const seenFacts = await loadSeenFacts(db, rows);
  return rows.map(({ push, userNo, ...message }) => {
    if (userNo === null) return { ...message, target: null, whyNot: 'browserOff' as const };
    return { ...message, ...toPerson(pushTargetOf(push), seenFacts({ userNo, ...message })) };
  });
}

const Recipients = z.array(z.string());

async function findDueReports(db: Db, now: Date, maxPerReceiver: number) {
  const { rows } = await sql<DueRow & { recipients: unknown; language: string | null }>`
    select o.*, s.recipient_list as recipients, s.language
    from ${dueMessages('report_schedule_id', now, maxPerReceiver)} o
    left join report_schedule s on s.report_schedule_id = o.report_schedule_id`.execute(db);
  return rows.map(({ recipients, language, ...message }) => ({
    ...message,
    target: language === null ? null : reportTarget(recipients, language),
    whyNot: 'scheduleDeleted' as const,
  }));
}

function reportTarget(recipients: unknown, language: string): ReportTarget {
  const recipientList = Recipients.safeParse(recipients).data ?? [];
  return { kind: 'report', recipientList, language: language === 'en' ? 'en' : 'ko' };
}

async function findDueForPeople(db: Db, now: Date, maxPerReceiver: number) {
  const { rows } = await sql<DueRow & { email: string | null }>`
    select o.*, u.email from ${dueMessages('user_no', now, maxPerReceiver)} o
    left join user_account u on u.user_no = o.user_no and u.status in (1, 4)`.execute(db);
  const seenFacts = await loadSeenFacts(db, rows);
  return rows.map(({ email, ...message }) => {
    if (email === null) return { ...message, target: null, whyNot: 'personGone' as const };
    return { ...message, ...toPerson(targetOfPerson(email), seenFacts(message)) };
  });
}

/** What is sent to a person; nothing when the person may see nothing of it. */
function toPerson<T>(target: T, payload: unknown) {
  return { target: payload === null ? null : target, whyNot: 'groupNotSeen' as const, payload };
}

/**
 * What each message to a person may still say: the right to a group may have been taken away since the message was written.
 * A summary loses the alarms of such groups. Null: nothing is left.
 */
async function loadSeenFacts(db: Db, rows: readonly Pick<DueRow, 'userNo' | 'payload'>[]) {
  const alarms = rows.flatMap(({ payload }) => {
    const facts = MessageFacts.safeParse(payload).data;
    return facts ? alarmsOf(facts) : [];
  });
  const groups = await loadSubGroupsOf(
    db,
    alarms.map(({ alarmId }) => alarmId),
  );
  const userNos = rows.flatMap(({ userNo }) => userNo ?? []);
  const sees = await loadSeenSubGroups(db, userNos, [...groups.values()]);
  return ({ userNo, payload }: Pick<DueRow, 'userNo' | 'payload'>): unknown => {
    const facts = MessageFacts.safeParse(payload).data;
    if (!facts) return payload;
    const seen = alarmsOf(facts).filter(({ alarmId }) => {
      const subGroupId = groups.get(alarmId);
      return userNo !== null && subGroupId !== undefined && sees(userNo, subGroupId);
    });
    if (seen.length === 0) return null;
    if ('alarm' in facts) return facts;
    return { ...facts, list: seen, count: facts.count - (facts.list.length - seen.length) };
  };
}

async function loadSubGroupsOf(db: Db, alarmIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (alarmIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(['alarmId', 'cluster.subGroupId'])
    .where(sql<boolean>`alarm_id = any(${[...new Set(alarmIds)]}::int[])`)
    .execute();
  return new Map(rows.map(({ alarmId, subGroupId }) => [alarmId, subGroupId]));
}

/** SQL: the receiver of a message, if it is of this kind. A browser that fails must not keep the mails of its person. */
function receiverIn(column: ReceiverColumn, alias: string) {
  const receiver = sql.ref(`${alias}.${column}`);
  if (column !== 'user_no') return receiver;
  return sql`case when ${sql.ref(`${alias}.push_subscription_id`)} is null then ${receiver} end`;
}

function dueMessages(column: ReceiverColumn, now: Date, maxPerReceiver: number) {
  return sql`(
    select o.delivery_id, o.alarm_id, o.attempt_cnt, o.payload, o.webhook_id, o.push_subscription_id,
      o.report_schedule_id, o.user_no, o.seq
    from (
      select distinct ${receiverIn(column, 'outbox')} as receiver from outbox
      where state = 'waiting' and next_attempt_at <= ${now} and ${receiverIn(column, 'outbox')} is not null) r
    cross join lateral (
      select * from outbox due
      where ${receiverIn(column, 'due')} = r.receiver and due.state = 'waiting' and due.next_attempt_at <= ${now}
        and not exists (
          select 1 from outbox e
          where e.alarm_id = due.alarm_id and ${receiverIn(column, 'e')} = r.receiver and e.state = 'waiting'
            and e.seq < due.seq)
      order by due.seq limit ${maxPerReceiver}) o)`;
}

/** Changes a message that was to be sent. A process that lost its lease meanwhile does not undo what the next one wrote. */
export async function updateWaiting(
  db: Db,
  deliveryId: string,
  values: UpdateObject<Database, 'outbox'>,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set(values)
    .where('deliveryId', '=', deliveryId)
    .where('state', '=', 'waiting')
    .execute();
}

export function storedNote(note: DeliveryNote | null): string | null {
  return note === null ? null : JSON.stringify(note);
}

export async function endMessage(
  db: Db,
  { deliveryId, attemptCnt }: DueMessage,
  state: 'delivered' | 'failed' | 'dropped',
  note: DeliveryNote | null,
  now: Date,
): Promise<void> {
  await updateWaiting(db, deliveryId, {
    state,
    note: storedNote(note),
    nextAttemptAt: null,
    ...(state !== 'dropped' && { attemptCnt: attemptCnt + 1, lastAttemptAt: now }),
    ...(state === 'delivered' && deliveredUnlessReported(now)),
  });
}

/** A relay may report about the first recipient before the last one has been sent to. */
function deliveredUnlessReported(now: Date) {
  return {
    state: sql<string>`case when is_receipt_failed then 'failed' else 'delivered' end`,
    deliveredAt: sql<Date | null>`case when is_receipt_failed then null else ${now}::timestamptz end`,
  };
}

/** Makes every message that waits for a receiver due. */
export async function makeDue(db: Db, receiver: ReceiverIds, now: Date): Promise<void> {
  const [column, id] = receiverOf(receiver);
  await db
    .updateTable('outbox')
    .set({ nextAttemptAt: now })
    .where(sql<boolean>`${receiverIn(column, 'outbox')} = ${id}`)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '>', now)
    .execute();
}

/** Resends a failed message. False: there is no such message, or it has not failed. */
export async function replayMessage(db: Db, deliveryId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attemptCnt: 0, nextAttemptAt: now })
    .set({ receivedCnt: 0, receiptText: null, isReceiptFailed: false })
    .where('deliveryId', '=', deliveryId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A summary or a report belongs to no alarm. Messages about one alarm are deleted with it. */
export function agedSummaries(keepMs: number): AgedTable {
  return agedTable('outbox', keepMs, {
    at: sql`created_at`,
    where: sql`alarm_id is null and state not in ('waiting', 'held')`,
  });
}

export async function countMessages(db: Db) {
  const { rows } = await sql<{ waiting: number; held: number; failed: number; oldestAt: Date | null }>`
    select (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'held'))::int as held,
      (count(*) filter (where state = 'failed'))::int as failed,
      min(created_at) filter (where state = 'waiting') as oldest_at
    from outbox where state in ('waiting', 'held', 'failed')`.execute(db);
  return rows[0] ?? { waiting: 0, held: 0, failed: 0, oldestAt: null };
}
