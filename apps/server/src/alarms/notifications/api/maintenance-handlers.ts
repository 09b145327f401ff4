import { AppError } from '@gwanje/contract/errors';
import { MaintenanceId } from '@gwanje/contract/ids';
import { listMaintenance, MAX_MAINTENANCE_DAYS, type maintenanceStates } from '@gwanje/contract/maintenance';
import { may } from '@gwanje/domain/permissions';
import { sql } from 'kysely';
import { lockClusters } from '../../../access/clusters.ts';
import { lockSubGroups, requireRight, requireSeen } from '../../../access/targets.ts';
import { seesSubGroup } from '../../../access/visibility.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import type { AlarmService } from '../../engine/open.ts';
import { hurryHeld } from '../release.ts';

type MaintenanceCalls = 'listMaintenance' | 'insertMaintenance' | 'endMaintenance';

const DAY_MS = 24 * 3_600_000;
const SHOWN_AFTER_MS = 7 * DAY_MS;
const Answer = listMaintenance.response;

interface Needs {
  readonly alarms: AlarmService;
}

export const maintenanceHandlers: Handlers<MaintenanceCalls, Needs> = {
  async listMaintenance({ db, user, scope, now }) {
    const rows = await windows(db)
      .where(sql<boolean>`sub_group.sub_group_id = any(${[...scope.selected]}::int[])`)
      .where('maintenance.toAt', '>', new Date(now.getTime() - SHOWN_AFTER_MS))
      .orderBy('maintenance.fromAt')
      .execute();
    return Answer.parse({
      serverTime: now.toISOString(),
      maintenanceList: rows.map((row) => ({
        maintenanceId: row.maintenanceId,
        scope: row.hostId === null ? 'subGroup' : 'cluster',
        hostId: row.hostId,
        clusterName: row.clusterName,
        subGroupId: row.subGroupId,
        subGroupName: row.subGroupName,
        state: stateOf(row, now),
        fromAt: row.fromAt.toISOString(),
        toAt: row.toAt.toISOString(),
        reason: row.reason,
        createdBy: row.userName,
        endedBy: row.endedBy,
        isChangeable: may(user, 'alarmSetting.manage', row),
      })),
    });
  },

  async insertMaintenance({ db, user, body, now, audit, alarms, afterCommit }) {
    const { of, reason } = body;
    const fromAt = body.fromAt === undefined ? now : new Date(body.fromAt);
    const toAt = new Date(body.toAt);
    if (of.scope === 'cluster') {
      const target = (await lockClusters(db, user, [of.hostId])).get(of.hostId);
      const field = 'of.hostId';
      requireRight(user, 'alarmSetting.manage', requireSeen('cluster', of.hostId, target, { field }), {
        field,
      });
    } else {
      const target = (await lockSubGroups(db, user, [of.subGroupId])).get(of.subGroupId);
      const field = 'of.subGroupId';
      requireRight(user, 'alarmSetting.manage', requireSeen('subGroup', of.subGroupId, target, { field }), {
        field,
      });
    }
    const isSpan = toAt > fromAt && toAt > now;
    if (!isSpan || toAt.getTime() - fromAt.getTime() > MAX_MAINTENANCE_DAYS * DAY_MS)
      throw new AppError('invalidParameter', { field: 'toAt', reason: isSpan ? 'tooLong' : 'past' });
    const { maintenanceId } = await db
      .insertInto('maintenance')
      .values({
        hostId: of.scope === 'cluster' ? of.hostId : null,
        subGroupId: of.scope === 'subGroup' ? of.subGroupId : null,
        fromAt,
        toAt,
        reason,
        userNo: user.userNo,
        userName: user.name,
        createdAt: now,
      })
      .returning('maintenanceId')
      .executeTakeFirstOrThrow();
    await audit({
      action: 'maintenance.insert',
      target: { kind: 'maintenance', id: maintenanceId },
      detail: { of, fromAt: fromAt.toISOString(), toAt: toAt.toISOString(), reason },
    });
    afterCommit(() => alarms.announceMaintenance(maintenanceId));
    return { maintenanceId: MaintenanceId.parse(maintenanceId) };
  },

  async endMaintenance({ db, user, params, now, audit, alarms, afterCommit }) {
    const { maintenanceId } = params;
    const row = await windows(db)
      .select(seesSubGroup(user, 'subGroup.subGroupId').as('isSeen'))
      .where('maintenanceId', '=', maintenanceId)
      .forUpdate('maintenance')
      .executeTakeFirst();
    const before = requireSeen('maintenance', maintenanceId, row && { ...row, isSeen: Boolean(row.isSeen) });
    requireRight(user, 'alarmSetting.manage', before);
    if (before.toAt <= now) throw new AppError('conflict', { field: 'maintenanceId', reason: 'ended' });
    // One that was to come has never been.
    const span = before.fromAt > now ? { fromAt: now, toAt: now } : { toAt: now };
    await db
      .updateTable('maintenance')
      .set({ ...span, endedBy: user.name })
      .where('maintenanceId', '=', maintenanceId)
      .execute();
    await hurryHeld(db, now);
    afterCommit(() => alarms.announceMaintenance(maintenanceId));
    await audit({
      action: 'maintenance.end',
      target: { kind: 'maintenance', id: maintenanceId },
      detail: { before: { fromAt: before.fromAt.toISOString(), toAt: before.toAt.toISOString() } },
    });
    return {};
  },
};

/** With the group that decides who sees them: the cluster's, or the one they are of. */
function windows(db: Call['db']) {
  return db
    .selectFrom('maintenance')
    .leftJoin('cluster', 'cluster.hostId', 'maintenance.hostId')
    .innerJoin('subGroup', (join) =>
      join.on(
        sql<boolean>`sub_group.sub_group_id = coalesce(maintenance.sub_group_id, cluster.sub_group_id)`,
      ),
    )
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['maintenance.maintenanceId', 'maintenance.hostId', 'maintenance.fromAt', 'maintenance.toAt'])
    .select(['maintenance.reason', 'maintenance.userName', 'maintenance.endedBy'])
    .select(['cluster.name as clusterName', 'subGroup.subGroupId', 'subGroup.name as subGroupName'])
    .select('metaGroup.ownerUserNo');
}

function stateOf(
  { fromAt, toAt }: { readonly fromAt: Date; readonly toAt: Date },
  now: Date,
): (typeof maintenanceStates)[number] {
  if (toAt <= now) return 'ended';
  return fromAt > now ? 'planned' : 'running';
}
