import {
  listMaintenance,
  MAX_MAINTENANCE_DAYS,
  type maintenanceStates,
} from '@gwanje/contract/alarms/silences';
import { AppError } from '@gwanje/contract/definition/errors';
import { may } from '@gwanje/domain/access/permissions';
import { lockClusters, lockSubGroups } from '../../../access/target-repository.ts';
import { requireRight, requireSeen } from '../../../access/targets.ts';
import type { Routes } from '../../../platform/http/call.ts';
import { withIsoTimes } from '../../../platform/store/iso-times.ts';
import { insertRow, updateRow } from '../../../platform/store/row-repository.ts';
import type { AlarmService } from '../../engine/alarm-service.ts';
import { releaseHeldEarly } from '../../notifications/outbox/outbox-repository.ts';
import * as maintenance from './maintenance-repository.ts';

const DAY_MS = 24 * 3_600_000;
const SHOWN_AFTER_END_MS = 7 * DAY_MS;

export const maintenanceRoutes = {
  async listMaintenance({ db, user, scope, now }) {
    const endedAfter = new Date(now.getTime() - SHOWN_AFTER_END_MS);
    const rows = await maintenance.listMaintenanceWindows(db, scope.selected, endedAfter);
    return listMaintenance.response.parse({
      serverTime: now.toISOString(),
      maintenanceList: rows.map((row) => ({
        ...withIsoTimes(row),
        scope: row.hostId === null ? 'subGroup' : 'cluster',
        state: stateOf(row, now),
        createdBy: row.userName,
        isChangeable: may(user, 'alarmSetting.manage', row),
      })),
    });
  },

  async insertMaintenance({ db, user, body, now, audit, alarms, afterCommit }) {
    const { of, reason } = body;
    const fromAt = body.fromAt === undefined ? now : new Date(body.fromAt);
    const toAt = new Date(body.toAt);
    const isCluster = of.scope === 'cluster';
    const field = isCluster ? 'of.hostId' : 'of.subGroupId';
    const id = isCluster ? of.hostId : of.subGroupId;
    const targets = await (isCluster ? lockClusters : lockSubGroups)(db, user, [id]);
    const target = requireSeen(of.scope, id, targets.get(id), { field });
    requireRight(user, 'alarmSetting.manage', target, { field });
    const isFuture = toAt > fromAt && toAt > now;
    if (!isFuture || toAt.getTime() - fromAt.getTime() > MAX_MAINTENANCE_DAYS * DAY_MS)
      throw new AppError('invalidParameter', { field: 'toAt', reason: isFuture ? 'tooLong' : 'past' });
    const maintenanceId = await insertRow(db, 'maintenance', {
      hostId: isCluster ? id : null,
      subGroupId: isCluster ? null : id,
      fromAt,
      toAt,
      reason,
      userNo: user.userNo,
      userName: user.name,
      createdAt: now,
    });
    await audit('maintenance.insert', maintenanceId, {
      of,
      fromAt: fromAt.toISOString(),
      toAt: toAt.toISOString(),
      reason,
    });
    afterCommit(() => alarms.publishMaintenance(maintenanceId));
    return { maintenanceId };
  },

  async endMaintenance({ db, user, params, now, audit, alarms, afterCommit }) {
    const { maintenanceId } = params;
    const found = await maintenance.lockMaintenance(db, user, maintenanceId);
    const before = requireSeen('maintenance', maintenanceId, found);
    requireRight(user, 'alarmSetting.manage', before);
    if (before.toAt <= now) throw new AppError('conflict', { field: 'maintenanceId', reason: 'ended' });
    await updateRow(db, 'maintenance', maintenanceId, {
      // A window that has not begun gets an empty time range.
      ...(before.fromAt > now && { fromAt: now }),
      toAt: now,
      endedBy: user.name,
      endedByUserNo: user.userNo,
    });
    await releaseHeldEarly(db, now);
    afterCommit(() => alarms.publishMaintenance(maintenanceId));
    await audit('maintenance.end', maintenanceId, {
      before: { fromAt: before.fromAt.toISOString(), toAt: before.toAt.toISOString() },
    });
  },
} satisfies Routes<{ alarms: AlarmService }>;

function stateOf(
  { fromAt, toAt }: { readonly fromAt: Date; readonly toAt: Date },
  now: Date,
): (typeof maintenanceStates)[number] {
  if (toAt <= now) return 'ended';
  return fromAt > now ? 'planned' : 'running';
}
