import { AppError } from '@gwanje/contract/definition/errors';
import { lockClusters } from '../../access/target-repository.ts';
import { requireManagedClusters, requireRight, requireSeen } from '../../access/targets.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { deleteRows, lockRow } from '../../platform/store/row-repository.ts';
import type { AlarmService } from '../engine/alarm-service.ts';
import * as eventAlarms from './event-alarm-repository.ts';

interface Needs {
  readonly live: LiveState;
  readonly alarms: AlarmService;
}

export const eventAlarmRoutes = {
  async listEventAlarms({ db, live, scope, params, body, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    const page = await eventAlarms.listEventAlarmPage(db, hostIds, { ...body, ...params });
    return { ...params, ...page, serverTime: now.toISOString() };
  },

  async insertEventAlarms(call) {
    const { db, body, now, audit } = call;
    const { hostIdList, ...fields } = body;
    requireThresholds(fields);
    await requireManagedClusters(call, hostIdList, 'alarmSetting.manage', (index) => `hostIdList.${index}`);
    const inserted = await eventAlarms.insertEventAlarms(db, hostIdList, fields, now);
    for (const { eventAlarmId, hostId } of inserted)
      await audit('eventAlarm.insert', eventAlarmId, { hostId, after: fields });
    applyAfterCommit(call);
    return { eventAlarmIdList: inserted.map(({ eventAlarmId }) => eventAlarmId) };
  },

  async updateEventAlarm(call) {
    const { db, body, now, audit } = call;
    const { eventAlarmId, ...fields } = body;
    const before = await lockManaged(call, eventAlarmId);
    requireThresholds(fields);
    await eventAlarms.updateEventAlarm(db, eventAlarmId, fields, now);
    await audit('eventAlarm.update', eventAlarmId, { before, after: fields });
    applyAfterCommit(call);
  },

  async deleteEventAlarm(call) {
    const { db, params, audit } = call;
    const before = await lockManaged(call, params.eventAlarmId);
    await deleteRows(db, 'eventAlarm', params.eventAlarmId);
    await audit('eventAlarm.delete', params.eventAlarmId, { before });
    applyAfterCommit(call);
  },
} satisfies Routes<Needs>;

async function lockManaged({ db, user }: Pick<Call, 'db' | 'user'>, eventAlarmId: number) {
  const row = await lockRow(db, 'eventAlarm', eventAlarmId);
  const cluster = row && (await lockClusters(db, user, [row.hostId])).get(row.hostId);
  requireRight(user, 'alarmSetting.manage', requireSeen('eventAlarm', eventAlarmId, cluster));
  return row;
}

function requireThresholds({ warningCnt, criticalCnt }: eventAlarms.EventAlarmFields): void {
  if (warningCnt === null && criticalCnt === null)
    throw new AppError('invalidParameter', { field: 'warningCnt', reason: 'noThreshold' });
  if (warningCnt !== null && criticalCnt !== null && warningCnt > criticalCnt)
    throw new AppError('invalidParameter', { field: 'criticalCnt', reason: 'thresholdOrder' });
}

function applyAfterCommit({ afterCommit, alarms }: Pick<Call, 'afterCommit'> & Pick<Needs, 'alarms'>): void {
  afterCommit(async () => alarms.engine.settingsChanged());
}
