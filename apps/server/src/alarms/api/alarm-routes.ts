import { getAlarm } from '@gwanje/contract/alarms/alarms';
import { AppError } from '@gwanje/contract/definition/errors';
import { may } from '@gwanje/domain/access/permissions';
import { type ConfirmLevel, mayConfirm } from '@gwanje/domain/alarms/lifecycle';
import { confirmLevels } from '@gwanje/domain/mappings/labels';
import { requireSeen } from '../../access/targets.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import type { AlarmService } from '../engine/alarm-service.ts';
import { loadAlarmEscalation } from '../notifications/outbox/escalation/alarm-escalation.ts';
import * as alarms from './alarm-repository.ts';

const Detail = getAlarm.response;

export const alarmRoutes = {
  async listAlarms({ db, live, scope, params, body, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    return {
      ...params,
      ...(await alarms.alarmPage(db, hostIds, { ...body, ...params }, now)),
      serverTime: now.toISOString(),
    };
  },

  async countAlarms({ db, live, scope, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    return { ...(await alarms.countOpen(db, hostIds)), serverTime: now.toISOString() };
  },

  async getAlarm({ db, user, params, now }) {
    const { alarmId } = params;
    const row = await alarms.findSeenAlarm(db, user, alarmId, now);
    const deliveries = await alarms.listDeliveries(db, alarmId, user.userNo);
    return Detail.parse({
      ...row,
      serverTime: now.toISOString(),
      changeList: await alarms.listChanges(db, alarmId),
      memoList: await alarms.listMemos(db, alarmId),
      evidence: Detail.shape.evidence.safeParse(await alarms.findEvidence(db, alarmId)).data ?? null,
      deliveryList: deliveries.map(({ webhookId, ownerUserNo, ...one }) => ({
        ...withIsoTimes(one),
        isReplayable:
          one.state === 'failed' && webhookId !== null && may(user, 'template.manage', { ownerUserNo }),
      })),
      escalation: await loadAlarmEscalation(db, row, now),
      childList: await alarms.listChildren(db, alarmId, now),
    });
  },

  async confirmAlarms({ db, user, body, now, audit, afterCommit, alarms: service }) {
    const alarmIds = body.map(({ alarmId }) => alarmId);
    const targets = await alarms.lockAlarms(db, user, alarmIds);
    const quiet: (typeof body)[number]['alarmId'][] = [];
    for (const [index, { alarmId, confirmLevel, expectedConfirmLevel }] of body.entries()) {
      const field = `${index}.alarmId`;
      const target = requireSeen('alarm', alarmId, targets.get(alarmId), { field });
      const isChanged = expectedConfirmLevel !== undefined && target.confirmLevel !== expectedConfirmLevel;
      if (isChanged || !mayConfirm(asLevel(target.confirmLevel), confirmLevel))
        throw new AppError('conflict', {
          field,
          reason: 'changedMeanwhile',
          alarmId,
          confirmLevel: target.confirmLevel,
        });
      const isStillBreaching = target.confirmLevel !== confirmLevels.recovered && target.recoveredAt === null;
      if (confirmLevel === confirmLevels.closed && isStillBreaching) quiet.push(alarmId);
    }
    const updates = await alarms.confirm(db, body, user, now);
    afterCommit(await service.noteUpdates(db, updates));
    for (const { alarmId, confirmLevel } of body) await audit('alarm.confirm', alarmId, { confirmLevel });
    return { quietAlarmIdList: quiet };
  },

  async listAlarmMemos({ db, user, params, now }) {
    await alarms.findSeenAlarm(db, user, params.alarmId, now);
    return { memoList: await alarms.listMemos(db, params.alarmId) };
  },

  async addAlarmMemo({ db, user, params, body, now, audit, afterCommit, alarms: service }) {
    const { alarmId } = params;
    const targets = await alarms.lockAlarms(db, user, [alarmId]);
    requireSeen('alarm', alarmId, targets.get(alarmId));
    const memo = { alarmId, at: now, userNo: user.userNo, userName: user.name, text: body.text };
    const { alarmMemoId, hostId } = await alarms.insertMemo(db, memo);
    afterCommit(() => service.publishChanged(hostId, [alarmId]));
    await audit('alarm.memo', alarmId);
    return { alarmMemoId, text: body.text, userNo: user.userNo, userName: user.name, at: now.toISOString() };
  },
} satisfies Routes<{ live: LiveState; alarms: AlarmService }>;

function asLevel(level: number): ConfirmLevel {
  return Object.values(confirmLevels).find((one) => one === level) ?? confirmLevels.closed;
}
