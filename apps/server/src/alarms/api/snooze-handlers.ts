import type { addSnooze } from '@gwanje/contract/alarm-snoozes';
import type { BodyOf } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import { SnoozeId } from '@gwanje/contract/ids';
import { MAX_TOLD_ALARMS } from '@gwanje/contract/stream';
import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import { snoozeScopes } from '@gwanje/domain/alarms/snooze';
import { sql } from 'kysely';
import { requireSeenCluster } from '../../access/clusters.ts';
import { requireSeen } from '../../access/targets.ts';
import { seesSubGroup } from '../../access/visibility.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import type { AlarmService } from '../engine/open.ts';
import { hurryHeld } from '../notifications/release.ts';

type SnoozeCalls = 'addSnooze' | 'listSnoozes' | 'deleteSnooze';
type Of = BodyOf<typeof addSnooze>['of'];

const MINUTE_MS = 60_000;

interface Needs {
  readonly alarms: AlarmService;
}

/** Whoever may acknowledge may ask for quiet; it ends by itself, and everybody sees it. */
export const snoozeHandlers: Handlers<SnoozeCalls, Needs> = {
  async addSnooze({ db, user, body, now, audit, afterCommit, alarms }) {
    const { of, minutes, reason = '' } = body;
    await requireSeenCluster(db, user, of.hostId);
    const untilAt = new Date(now.getTime() + minutes * MINUTE_MS);
    const subject = await subjectOf(db, of);
    const { snoozeId } = await db
      .insertInto('alarmSnooze')
      .values({
        hostId: of.hostId,
        scope: of.scope,
        ...subject,
        untilAt,
        reason,
        userNo: user.userNo,
        userName: user.name,
        createdAt: now,
      })
      .returning('snoozeId')
      .executeTakeFirstOrThrow();
    const alarmIds = await openOf(db, of.hostId);
    afterCommit(() => alarms.announceChanged(of.hostId, alarmIds));
    await audit({
      action: 'snooze.insert',
      target: { kind: 'snooze', id: snoozeId },
      detail: { of, minutes, reason },
    });
    return { snoozeId: SnoozeId.parse(snoozeId), untilAt: untilAt.toISOString() };
  },

  async listSnoozes({ db, scope, now }) {
    const rows = await db
      .selectFrom('alarmSnooze')
      .innerJoin('cluster', 'cluster.hostId', 'alarmSnooze.hostId')
      .select(['snoozeId', 'alarmSnooze.hostId', 'cluster.name as clusterName', 'scope', 'objectId'])
      .select(['alarmSnooze.name', 'untilAt', 'reason', 'userName', 'alarmSnooze.createdAt'])
      .where('untilAt', '>', now)
      .where(sql<boolean>`cluster.sub_group_id = any(${[...scope.selected]}::int[])`)
      .orderBy('untilAt')
      .execute();
    const snoozeList = rows.map(({ userName, ...row }) => ({
      ...row,
      scope: snoozeScopes.find((one) => one === row.scope) ?? 'object',
      untilAt: row.untilAt.toISOString(),
      createdBy: userName,
      createdAt: row.createdAt.toISOString(),
    }));
    return { serverTime: now.toISOString(), snoozeList };
  },

  async deleteSnooze({ db, user, params, now, audit, afterCommit, alarms }) {
    const { snoozeId } = params;
    const row = await db
      .selectFrom('alarmSnooze')
      .innerJoin('cluster', 'cluster.hostId', 'alarmSnooze.hostId')
      .select(['scope', 'alarmSnooze.name', 'untilAt', 'alarmSnooze.hostId'])
      .select(seesSubGroup(user, 'cluster.subGroupId').as('isSeen'))
      .where('snoozeId', '=', snoozeId)
      .executeTakeFirst();
    const before = requireSeen('snooze', snoozeId, row && { ...row, isSeen: Boolean(row.isSeen) });
    await db.deleteFrom('alarmSnooze').where('snoozeId', '=', snoozeId).execute();
    await hurryHeld(db, now);
    const alarmIds = await openOf(db, before.hostId);
    afterCommit(() => alarms.announceChanged(before.hostId, alarmIds));
    await audit({
      action: 'snooze.delete',
      target: { kind: 'snooze', id: snoozeId },
      detail: { scope: before.scope, name: before.name },
    });
    return {};
  },
};

/** Whoever looks at these sees from now on whether anybody is told of them. */
async function openOf(db: Call['db'], hostId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm')
    .select('alarmId')
    .where('hostId', '=', hostId)
    .where('confirmLevel', 'in', [1, 2, 3])
    .orderBy('alarmId', 'desc')
    .limit(MAX_TOLD_ALARMS)
    .execute();
  return rows.map(({ alarmId }) => alarmId);
}

async function subjectOf(db: Call['db'], of: Of) {
  if (of.scope === 'cluster') return { objectId: null, ownerKey: null, name: '' };
  if (of.scope === 'owner') {
    const ownerKey = ownerKeyOf(of.namespace, of.ownerKind, of.ownerName);
    return { objectId: null, ownerKey, name: `${of.namespace}/${of.ownerName}` };
  }
  const object = await db
    .selectFrom('object')
    .select(['name', 'kind'])
    .where('objectId', '=', of.objectId)
    .where('hostId', '=', of.hostId)
    .executeTakeFirst();
  if (!object || (of.scope === 'node' && object.kind !== 'node'))
    throw new AppError('notFound', { field: 'of.objectId' });
  return { objectId: of.objectId, ownerKey: null, name: object.name };
}
