import type { BodyOf } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import { eventAlarmColumns, type updateEventAlarm } from '@gwanje/contract/event-alarms';
import { EventAlarmId } from '@gwanje/contract/ids';
import { nameKey } from '@gwanje/contract/names';
import { sql } from 'kysely';
import { lockClusters } from '../../access/clusters.ts';
import { requireRight, requireSeen } from '../../access/targets.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import {
  type ColumnExpressions,
  columnConditions,
  sortExpressions,
} from '../../platform/store/column-query.ts';
import { orderTerms } from '../../platform/store/order-terms.ts';
import { orConflict } from '../../platform/store/violations.ts';
import type { AlarmService } from '../engine/open.ts';
import { requireManaged } from './managed-clusters.ts';

type EventAlarmCalls = 'listEventAlarms' | 'insertEventAlarms' | 'updateEventAlarm' | 'deleteEventAlarm';
type Fields = Omit<BodyOf<typeof updateEventAlarm>, 'eventAlarmId'>;

const EXPRESSIONS: ColumnExpressions<typeof eventAlarmColumns> = {
  eventAlarmId: sql`event_alarm.event_alarm_id`,
  hostId: sql`event_alarm.host_id`,
  clusterName: sql`cluster.name`,
  name: sql`event_alarm.name`,
  isOn: sql`event_alarm.is_on`,
  isNotified: sql`event_alarm.is_notified`,
  eventType: sql`event_alarm.event_type`,
  reason: sql`event_alarm.reason`,
  objectKind: sql`event_alarm.object_kind`,
  namespace: sql`event_alarm.namespace`,
  messageText: sql`event_alarm.message_text`,
  warningCnt: sql`event_alarm.warning_cnt`,
  criticalCnt: sql`event_alarm.critical_cnt`,
  windowMin: sql`event_alarm.window_min`,
  updatedAt: sql`event_alarm.updated_at`,
};
const SORTED = sortExpressions(eventAlarmColumns, EXPRESSIONS);

interface Needs {
  readonly live: LiveState;
  readonly alarms: AlarmService;
}

export const eventAlarmHandlers: Handlers<EventAlarmCalls, Needs> = {
  async listEventAlarms({ db, live, scope, params, body, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    let query = db
      .selectFrom('eventAlarm')
      .innerJoin('cluster', 'cluster.hostId', 'eventAlarm.hostId')
      .where(sql<boolean>`event_alarm.host_id = any(${hostIds}::int[])`);
    for (const condition of columnConditions(eventAlarmColumns, EXPRESSIONS, body.filter))
      query = query.where(condition);
    const { cnt } = await query.select((eb) => eb.fn.countAll<number>().as('cnt')).executeTakeFirstOrThrow();
    let listed = query
      .select([
        'eventAlarm.eventAlarmId',
        'eventAlarm.hostId',
        'cluster.name as clusterName',
        'eventAlarm.name',
      ])
      .select(['eventAlarm.isOn', 'eventAlarm.isNotified', 'eventAlarm.eventType', 'eventAlarm.reason'])
      .select(['eventAlarm.objectKind', 'eventAlarm.namespace', 'eventAlarm.messageText'])
      .select([
        'eventAlarm.warningCnt',
        'eventAlarm.criticalCnt',
        'eventAlarm.windowMin',
        'eventAlarm.updatedAt',
      ]);
    for (const term of orderTerms(body.orderBy, SORTED, 'name')) listed = listed.orderBy(term);
    const rows = await listed
      .orderBy('eventAlarm.eventAlarmId')
      .limit(params.pageCnt)
      .offset((params.pageNo - 1) * params.pageCnt)
      .execute();
    const list = rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
    return { totalCnt: cnt, ...params, serverTime: now.toISOString(), list };
  },

  async insertEventAlarms(call) {
    const { db, body, now, audit } = call;
    const { hostIdList, ...fields } = body;
    requireCounts(fields);
    await requireManaged(call, hostIdList, 'alarmSetting.manage', (index) => `hostIdList.${index}`);
    const rows = hostIdList.map((hostId) => ({
      hostId,
      ...fields,
      nameKey: nameKey(fields.name),
      updatedAt: now,
    }));
    const made = await orConflict(
      db.insertInto('eventAlarm').values(rows).returning(['eventAlarmId', 'hostId']).execute(),
      { field: 'name', reason: 'taken' },
    );
    for (const { eventAlarmId, hostId } of made)
      await audit({
        action: 'eventAlarm.insert',
        target: { kind: 'eventAlarm', id: eventAlarmId },
        detail: { hostId, after: fields },
      });
    settingsChange(call);
    return { eventAlarmIdList: made.map(({ eventAlarmId }) => EventAlarmId.parse(eventAlarmId)) };
  },

  async updateEventAlarm(call) {
    const { db, body, now, audit } = call;
    const { eventAlarmId, ...fields } = body;
    const before = await lockManaged(call, eventAlarmId);
    requireCounts(fields);
    await orConflict(
      db
        .updateTable('eventAlarm')
        .set({ ...fields, nameKey: nameKey(fields.name), updatedAt: now })
        .where('eventAlarmId', '=', eventAlarmId)
        .execute(),
      { field: 'name', reason: 'taken' },
    );
    await audit({
      action: 'eventAlarm.update',
      target: { kind: 'eventAlarm', id: eventAlarmId },
      detail: { before, after: fields },
    });
    settingsChange(call);
    return {};
  },

  async deleteEventAlarm(call) {
    const { db, params, audit } = call;
    const before = await lockManaged(call, params.eventAlarmId);
    await db.deleteFrom('eventAlarm').where('eventAlarmId', '=', params.eventAlarmId).execute();
    await audit({
      action: 'eventAlarm.delete',
      target: { kind: 'eventAlarm', id: params.eventAlarmId },
      detail: { before },
    });
    settingsChange(call);
    return {};
  },
};

async function lockManaged({ db, user }: Pick<Call, 'db' | 'user'>, eventAlarmId: number) {
  const row = await db
    .selectFrom('eventAlarm')
    .selectAll()
    .where('eventAlarmId', '=', eventAlarmId)
    .forUpdate()
    .executeTakeFirst();
  const target = row && (await lockClusters(db, user, [row.hostId])).get(row.hostId);
  requireRight(user, 'alarmSetting.manage', requireSeen('eventAlarm', eventAlarmId, target));
  return row;
}

function requireCounts({ warningCnt, criticalCnt }: Fields): void {
  if (warningCnt === null && criticalCnt === null)
    throw new AppError('invalidParameter', { field: 'warningCnt', reason: 'noThreshold' });
  if (warningCnt !== null && criticalCnt !== null && warningCnt > criticalCnt)
    throw new AppError('invalidParameter', { field: 'criticalCnt', reason: 'thresholdOrder' });
}

function settingsChange({
  afterCommit,
  alarms,
}: Pick<Call, 'afterCommit'> & { readonly alarms: AlarmService }): void {
  afterCommit(async () => alarms.engine.settingsChanged());
}
