import { getAlarm } from '@gwanje/contract/alarms';
import { AppError } from '@gwanje/contract/errors';
import { type ConfirmLevel, mayConfirm } from '@gwanje/domain/alarms/lifecycle';
import { confirmLevels } from '@gwanje/domain/mappings/alarm';
import { may } from '@gwanje/domain/permissions';
import { requireSeen } from '../../access/targets.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { AlarmService } from '../engine/open.ts';
import * as alarms from './repository.ts';

type AlarmCalls =
  | 'listAlarms'
  | 'countAlarms'
  | 'getAlarm'
  | 'confirmAlarms'
  | 'listAlarmMemos'
  | 'addAlarmMemo';

const Detail = getAlarm.response;
const CHANGES_SHOWN = 500;

interface Needs {
  readonly live: LiveState;
  readonly alarms: AlarmService;
}

export const alarmHandlers: Handlers<AlarmCalls, Needs> = {
  async listAlarms({ db, live, scope, params, body, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    return {
      ...params,
      ...(await alarms.alarmPage(db, hostIds, body, params, now)),
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
    const changes = await db
      .selectFrom('alarmChange')
      .select(['at', 'change', 'confirmLevel', 'level', 'userName', 'memo', 'value'])
      .where('alarmId', '=', alarmId)
      .orderBy('alarmChangeId', 'desc')
      .limit(CHANGES_SHOWN)
      .execute();
    const kept = await db
      .selectFrom('alarmEvidence')
      .select('evidence')
      .where('alarmId', '=', alarmId)
      .executeTakeFirst();
    const deliveries = await db
      .selectFrom('outbox')
      .leftJoin('webhook', 'webhook.webhookId', 'outbox.webhookId')
      .leftJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'webhook.alarmTemplateId')
      .select(['deliveryId', 'webhookName', 'reason', 'state', 'attemptCnt', 'outbox.createdAt'])
      .select(['lastAttemptAt', 'nextAttemptAt', 'deliveredAt', 'lastError', 'heldFor', 'heldUntil'])
      .select(['webhook.webhookId', 'alarmTemplate.ownerUserNo'])
      .where('alarmId', '=', alarmId)
      .orderBy('outbox.createdAt')
      .execute();
    const iso = (at: Date | null) => at?.toISOString() ?? null;
    return Detail.parse({
      ...row,
      serverTime: now.toISOString(),
      changeList: changes.map((change) => ({ ...change, at: iso(change.at) })),
      memoList: await alarms.listMemos(db, alarmId),
      evidence: Detail.shape.evidence.safeParse(kept?.evidence).data ?? null,
      deliveryList: deliveries.map(({ webhookId, ownerUserNo, ...one }) => ({
        ...one,
        createdAt: iso(one.createdAt),
        lastAttemptAt: iso(one.lastAttemptAt),
        nextAttemptAt: iso(one.nextAttemptAt),
        deliveredAt: iso(one.deliveredAt),
        heldUntil: iso(one.heldUntil),
        isReplayable:
          one.state === 'failed' && webhookId !== null && may(user, 'template.manage', { ownerUserNo }),
      })),
      childList: await alarms.listChildren(db, alarmId, now),
    });
  },

  async confirmAlarms({ db, user, body, now, audit, afterCommit, alarms: service }) {
    const targets = await alarms.lockAlarms(
      db,
      user,
      body.map(({ alarmId }) => alarmId),
    );
    const quiet: (typeof body)[number]['alarmId'][] = [];
    for (const [index, { alarmId, confirmLevel, expectedConfirmLevel }] of body.entries()) {
      const field = `${index}.alarmId`;
      const target = requireSeen('alarm', alarmId, targets.get(alarmId), { field });
      const isOther = expectedConfirmLevel !== undefined && target.confirmLevel !== expectedConfirmLevel;
      if (isOther || !mayConfirm(asLevel(target.confirmLevel), confirmLevel))
        throw new AppError('conflict', {
          field,
          reason: 'changedMeanwhile',
          alarmId,
          confirmLevel: target.confirmLevel,
        });
      const isStillWrong = target.confirmLevel !== confirmLevels.recovered && target.recoveredAt === null;
      if (confirmLevel === confirmLevels.closed && isStillWrong) quiet.push(alarmId);
    }
    const changed = await alarms.confirm(
      db,
      body.map(({ alarmId, confirmLevel, memo }) => ({ alarmId, confirmLevel, memo: memo ?? null })),
      user,
      now,
    );
    for (const { alarmId, confirmLevel } of body)
      await audit({
        action: 'alarm.confirm',
        target: { kind: 'alarm', id: alarmId },
        detail: { confirmLevel },
      });
    afterCommit(async () => {
      const hosts = await service.engine.alarmsChanged(changed);
      for (const [hostId, alarmIds] of hosts) {
        service.note(hostId);
        await service.announceChanged(hostId, alarmIds);
      }
    });
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
    const { alarmMemoId } = await db
      .insertInto('alarmMemo')
      .values(memo)
      .returning('alarmMemoId')
      .executeTakeFirstOrThrow();
    const { hostId } = await db
      .updateTable('alarm')
      .set((eb) => ({ memoCnt: eb('memoCnt', '+', 1), changedAt: now }))
      .where('alarmId', '=', alarmId)
      .returning('hostId')
      .executeTakeFirstOrThrow();
    afterCommit(() => service.announceChanged(hostId, [alarmId]));
    await audit({ action: 'alarm.memo', target: { kind: 'alarm', id: alarmId } });
    return { alarmMemoId, text: body.text, userNo: user.userNo, userName: user.name, at: now.toISOString() };
  },
};

function asLevel(level: number): ConfirmLevel {
  return Object.values(confirmLevels).find((one) => one === level) ?? confirmLevels.closed;
}
