import type { addSnooze } from '@gwanje/contract/alarms/silences';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import { snoozeScopes } from '@gwanje/domain/alarms/snooze';
import { requireSeen, requireSeenCluster } from '../../../access/targets.ts';
import type { Call, Routes } from '../../../platform/http/call.ts';
import { withIsoTimes } from '../../../platform/store/iso-times.ts';
import { deleteRows, insertRow } from '../../../platform/store/row-repository.ts';
import type { AlarmService } from '../../engine/alarm-service.ts';
import { releaseHeldEarly } from '../../notifications/outbox/outbox-repository.ts';
import * as snoozes from './snooze-repository.ts';

const MINUTE_MS = 60_000;

/** A user who may acknowledge may snooze. A snooze ends by itself and is visible to every user. */
export const snoozeRoutes = {
  async addSnooze({ db, user, body, now, audit, afterCommit, alarms }) {
    const { of, minutes, reason = '' } = body;
    const { hostId, scope } = of;
    await requireSeenCluster(db, user, hostId);
    const untilAt = new Date(now.getTime() + minutes * MINUTE_MS);
    const snoozeId = await insertRow(db, 'alarmSnooze', {
      hostId,
      scope,
      ...(await subjectOf(db, of)),
      untilAt,
      reason,
      userNo: user.userNo,
      userName: user.name,
      createdAt: now,
    });
    const alarmIds = await snoozes.newestOpenAlarmIds(db, hostId);
    afterCommit(() => alarms.publishChanged(hostId, alarmIds));
    await audit('snooze.insert', snoozeId, { of, minutes, reason });
    return { snoozeId, untilAt: untilAt.toISOString() };
  },

  async listSnoozes({ db, scope, now }) {
    const rows = await snoozes.listActiveSnoozes(db, scope.selected, now);
    const snoozeList = rows.map(({ userName, ...row }) => ({
      ...withIsoTimes(row),
      scope: snoozeScopes.find((one) => one === row.scope) ?? 'object',
      createdBy: userName,
    }));
    return { serverTime: now.toISOString(), snoozeList };
  },

  async deleteSnooze({ db, user, params, now, audit, afterCommit, alarms }) {
    const { snoozeId } = params;
    const found = await snoozes.findSnooze(db, user, snoozeId);
    const { hostId, scope, name } = requireSeen('snooze', snoozeId, found);
    await deleteRows(db, 'alarmSnooze', snoozeId);
    await releaseHeldEarly(db, now);
    const alarmIds = await snoozes.newestOpenAlarmIds(db, hostId);
    afterCommit(() => alarms.publishChanged(hostId, alarmIds));
    await audit('snooze.delete', snoozeId, { scope, name });
  },
} satisfies Routes<{ alarms: AlarmService }>;

async function subjectOf(db: Call['db'], of: BodyOf<typeof addSnooze>['of']) {
  if (of.scope === 'cluster') return { objectId: null, ownerKey: null, name: '' };
  if (of.scope === 'owner') {
    const ownerKey = ownerKeyOf(of.namespace, of.ownerKind, of.ownerName);
    return { objectId: null, ownerKey, name: `${of.namespace}/${of.ownerName}` };
  }
  const object = await snoozes.findObject(db, of.hostId, of.objectId);
  if (!object || (of.scope === 'node' && object.kind !== 'node'))
    throw new AppError('notFound', { field: 'of.objectId' });
  return { objectId: of.objectId, ownerKey: null, name: object.name };
}
