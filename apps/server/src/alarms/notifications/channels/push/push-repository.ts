import { hash } from 'node:crypto';
import type { Database, Db } from '@gwanje/backend/database/schema';
import { AlarmLevelField } from '@gwanje/contract/alarms/alarm-items';
import type { DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';
import { PUSH_CONFIRMED_DAYS } from '@gwanje/contract/alarms/push';
import { Hours } from '@gwanje/contract/alarms/webhooks';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import webPush from 'web-push';
import { z } from 'zod';
import { withIsoTimes } from '../../../../platform/store/iso-times.ts';
import type { StoredReceiver } from '../../receiver-repository.ts';
import type { PushKeys, PushTarget } from './push-client.ts';

type Row = Selectable<Database['pushSubscription']>;

const CONFIRMED_FOR_MS = PUSH_CONFIRMED_DAYS * 86_400_000;
const Ids = z.array(z.number());
const UNKNOWN_DEVICE = 'Web Push';

/** The first server of the installation creates them. Another pair would make every subscription invalid. */
export async function loadPushKeys(db: Db): Promise<PushKeys> {
  const found = await findPushKeys(db);
  if (found) return found;
  await db
    .insertInto('pushKey')
    .values(webPush.generateVAPIDKeys())
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await findPushKeys(db);
  if (!stored) throw new Error('the key pair for push services was not stored');
  return stored;
}

export function findPushKeys(db: Db): Promise<PushKeys | undefined> {
  return db.selectFrom('pushKey').select(['publicKey', 'privateKey']).executeTakeFirst();
}

/**
 * Whether the browser of this row may get messages now: its person may sign in, did so here not long ago, and did not sign
 * out since.
 */
export function maySendTo(alias: string, now: Date): RawBuilder<boolean> {
  const confirmedAfter = new Date(now.getTime() - CONFIRMED_FOR_MS);
  const row = sql.ref(alias);
  return sql<boolean>`(${row}.session_hash is not null and ${row}.confirmed_at > ${confirmedAfter} and exists (
    select 1 from user_account push_user where push_user.user_no = ${row}.user_no and push_user.status in (1, 4)))`;
}

const CHOICE = [
  'pushSetting.minLevel',
  'pushSetting.sendsRecovery',
  'pushSetting.quietHours',
  'pushSetting.subGroupIdList',
] as const;

/** The browsers of people who may get messages now, as receivers of alarms. Default: of all people. */
export async function loadPushReceivers(
  db: Db,
  now: Date,
  pushSubscriptionIds?: readonly number[],
): Promise<StoredReceiver[]> {
  let query = db
    .selectFrom('pushSubscription')
    .leftJoin('pushSetting', 'pushSetting.userNo', 'pushSubscription.userNo')
    .select([
      'pushSubscription.pushSubscriptionId',
      'pushSubscription.userNo',
      'pushSubscription.deviceName',
      ...CHOICE,
    ])
    .where(maySendTo('pushSubscription', now))
    .orderBy('pushSubscriptionId');
  if (pushSubscriptionIds) query = query.where('pushSubscriptionId', 'in', [...pushSubscriptionIds]);
  const rows = await query.execute();
  return rows.map(({ pushSubscriptionId, userNo, deviceName, ...choice }) => ({
    webhookId: null,
    pushSubscriptionId,
    alarmTemplateId: null,
    name: deviceName ?? UNKNOWN_DEVICE,
    scopeUserNo: userNo,
    hours: null,
    escalateAfterMin: null,
    ...choiceOf(choice),
  }));
}

export type BrowsersOf = (
  userNo: number,
) => readonly { readonly pushSubscriptionId: number; readonly name: string }[];

/** The browsers of people on duty that may get messages now. Which alarms the people have chosen does not count on duty. */
export async function loadBrowsersOf(db: Db, userNos: readonly number[], now: Date): Promise<BrowsersOf> {
  const rows = await db
    .selectFrom('pushSubscription')
    .select(['pushSubscriptionId', 'userNo', 'deviceName'])
    .where(sql<boolean>`user_no = any(${[...userNos]}::int[])`)
    .where(maySendTo('pushSubscription', now))
    .orderBy('pushSubscriptionId')
    .execute();
  const byPerson = Map.groupBy(rows, ({ userNo }) => userNo);
  return (userNo) =>
    (byPerson.get(userNo) ?? []).map(({ pushSubscriptionId, deviceName }) => ({
      pushSubscriptionId,
      name: deviceName ?? UNKNOWN_DEVICE,
    }));
}

interface StoredChoice {
  readonly minLevel: number | null;
  readonly sendsRecovery: boolean | null;
  readonly quietHours: unknown;
  readonly subGroupIdList: unknown;
}

const NO_CHOICE: StoredChoice = {
  minLevel: null,
  sendsRecovery: null,
  quietHours: null,
  subGroupIdList: null,
};

/** A person who has chosen nothing gets critical alarms and their end. */
function choiceOf({ minLevel, sendsRecovery, quietHours, subGroupIdList }: StoredChoice) {
  return {
    minLevel: AlarmLevelField.safeParse(minLevel).data ?? alarmLevels.critical,
    sendsRecovery: sendsRecovery ?? true,
    quietHours: Hours.safeParse(quietHours).data ?? null,
    subGroupIdList: Ids.safeParse(subGroupIdList).data ?? null,
  };
}

export async function loadPushChoice(db: Db, userNo: number) {
  const row = await db
    .selectFrom('pushSetting')
    .select([...CHOICE])
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  return choiceOf(row ?? NO_CHOICE);
}

export async function savePushChoice(db: Db, row: Insertable<Database['pushSetting']>): Promise<void> {
  const { userNo: _userNo, ...choice } = row;
  await db
    .insertInto('pushSetting')
    .values(row)
    .onConflict((conflict) => conflict.column('userNo').doUpdateSet(choice))
    .execute();
}

export async function listDevices(db: Db, userNo: number, now: Date) {
  const rows = await db
    .selectFrom('pushSubscription')
    .select(['pushSubscriptionId', 'endpoint', 'deviceName', 'createdAt', 'confirmedAt'])
    .select(['lastSuccessAt', 'lastFailureAt', 'note'])
    .select(maySendTo('pushSubscription', now).as('isActive'))
    .where('userNo', '=', userNo)
    .orderBy('confirmedAt', 'desc')
    .orderBy('pushSubscriptionId', 'desc')
    .execute();
  return rows.map(({ endpoint, ...row }) => ({
    ...withIsoTimes(row),
    endpointDigest: hash('sha256', endpoint),
  }));
}

/** Locks it: two windows of a browser confirm the same subscription after a sign-in. */
export function lockSubscription(db: Db, endpoint: string) {
  return db
    .selectFrom('pushSubscription')
    .select(['pushSubscriptionId', 'userNo'])
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined: another request has stored the endpoint meanwhile. */
export async function insertSubscription(
  db: Db,
  row: Insertable<Database['pushSubscription']>,
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('pushSubscription')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('pushSubscriptionId')
    .executeTakeFirst();
  return inserted?.pushSubscriptionId;
}

type Confirmation = Pick<Row, 'p256dh' | 'auth' | 'language' | 'sessionHash' | 'confirmedAt' | 'deviceName'> &
  Partial<Pick<Row, 'endpoint'>>;

export async function confirmSubscription(
  db: Db,
  pushSubscriptionId: number,
  values: Confirmation,
): Promise<void> {
  await db
    .updateTable('pushSubscription')
    .set(values)
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .execute();
}

/** The browser has another address now. What waits for it is sent there. */
export async function replaceSubscription(
  db: Db,
  pushSubscriptionId: number,
  values: Confirmation & Pick<Row, 'endpoint'>,
): Promise<void> {
  await db.deleteFrom('pushSubscription').where('endpoint', '=', values.endpoint).execute();
  await confirmSubscription(db, pushSubscriptionId, values);
}

/** Deletes the devices of the user that were confirmed longest ago, so that at most `mostCnt` are left. */
export async function deleteOldestDevices(db: Db, userNo: number, mostCnt: number): Promise<void> {
  await sql`delete from push_subscription where push_subscription_id in (
    select push_subscription_id from push_subscription where user_no = ${userNo}
    order by confirmed_at desc, push_subscription_id desc offset ${mostCnt})`.execute(db);
}

/** Another person's subscription is not found. */
export async function deleteOwnSubscription(
  db: Db,
  userNo: number,
  pushSubscriptionId: number,
): Promise<{ readonly deviceName: string | null } | undefined> {
  return await db
    .deleteFrom('pushSubscription')
    .where('userNo', '=', userNo)
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .returning('deviceName')
    .executeTakeFirst();
}

export async function deleteSubscription(db: Db, pushSubscriptionId: number): Promise<void> {
  await db.deleteFrom('pushSubscription').where('pushSubscriptionId', '=', pushSubscriptionId).execute();
}

export type PushTargetRow = Pick<Row, 'endpoint' | 'p256dh' | 'auth' | 'language'>;

export async function findOwnPushTarget(
  db: Db,
  userNo: number,
  pushSubscriptionId: number,
): Promise<PushTarget | undefined> {
  const row = await db
    .selectFrom('pushSubscription')
    .select(['endpoint', 'p256dh', 'auth', 'language'])
    .where('userNo', '=', userNo)
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .executeTakeFirst();
  return row && pushTargetOf(row);
}

/** A row of an outer join: without the endpoint there is no browser that may get the message. */
export function pushTargetOf(row: { readonly [Name in keyof PushTargetRow]: string }): PushTarget;
export function pushTargetOf(
  row: { readonly [Name in keyof PushTargetRow]: string | null },
): PushTarget | null;
export function pushTargetOf({
  endpoint,
  p256dh,
  auth,
  language,
}: {
  readonly [Name in keyof PushTargetRow]: string | null;
}): PushTarget | null {
  if (endpoint === null || p256dh === null || auth === null) return null;
  return { kind: 'push', endpoint, p256dh, auth, language: language === 'en' ? 'en' : 'ko' };
}

export async function noteSuccess(db: Db, pushSubscriptionId: number, now: Date): Promise<void> {
  await db
    .updateTable('pushSubscription')
    .set({ lastSuccessAt: now, note: null })
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .execute();
}

export async function noteFailure(
  db: Db,
  pushSubscriptionId: number,
  note: DeliveryNote,
  now: Date,
): Promise<void> {
  await db
    .updateTable('pushSubscription')
    .set({ lastFailureAt: now, note: JSON.stringify(note) })
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .execute();
}
