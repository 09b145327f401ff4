import { addDutyThings } from '../alarms/duty/testing/duty-things.ts';
import { addReportSchedule } from '../features/reports/testing/report-things.ts';
import { addAlarmThings } from './alarm-things.ts';
import { type Collected, collectInto } from './collected.ts';
import { type TestApp, uniqueName } from './test-app.ts';
import {
  addAccessToken,
  addCluster,
  addClusterToken,
  addLogo,
  addMember,
  addMetaGroup,
  addSubGroup,
  addUser,
  addWallboardKey,
  anyTemplate,
} from './world.ts';

/** Objects created for one call, so that the call may delete them. */
export interface World {
  readonly ownerUserNo: number;
  readonly metaGroupId: number;
  readonly otherMetaGroupId: number;
  readonly emptyMetaGroupId: number;
  readonly subGroupId: number;
  readonly emptySubGroupId: number;
  readonly hostId: number;
  /** A token of that cluster. */
  readonly tokenId: number;
  /** A plain user, member of `subGroupId`. */
  readonly userNo: number;
  /** A suspended user in no group. */
  readonly leavingUserNo: number;
  /** A rota of the sub group, with that user. */
  readonly dutyRotaId: number;
  readonly dutyExceptionId: number;
  readonly reportScheduleId: number;
  /** A finished handover of that rota. */
  readonly handoverId: number;
  readonly handoverItemId: number;
  readonly alarmTemplateId: number;
  /** A template of the owner that no cluster uses. */
  readonly ownTemplateId: number;
  /** An alarm of the pod, at confirm level 1. */
  readonly alarmId: number;
  readonly snoozeId: number;
  readonly eventAlarmId: number;
  /** A webhook of the owner's template. */
  readonly webhookId: number;
  /** A delivery that was given up. */
  readonly deliveryId: string;
  readonly maintenanceId: number;
  readonly logoId: number;
  /** An access token of the owner. */
  readonly accessTokenId: number;
  /** A wallboard key of the owner. */
  readonly wallboardKeyId: number;
  readonly newName: string;
  /** Objects that the agent of that cluster reported. */
  readonly collected: Collected;
  /** An instant ten minutes ago. */
  readonly past: string;
  readonly now: string;
}

/** The members are also granted a sub group of the other meta group, so they see both sides of a move. */
export async function makeWorld(
  app: TestApp,
  ownerUserNo: number,
  members: readonly number[] = [],
): Promise<World> {
  const { db } = app;
  const now = app.clock.now();
  const { userNo } = await addUser(db);
  const metaGroupId = await addMetaGroup(db, ownerUserNo);
  const otherMetaGroupId = await addMetaGroup(db, ownerUserNo);
  const subGroupId = await addSubGroup(db, metaGroupId, undefined, [userNo, ...members]);
  const emptySubGroupId = await addSubGroup(db, metaGroupId, undefined, members);
  const otherSubGroupId = await addSubGroup(db, otherMetaGroupId);
  for (const member of members) await addMember(db, member, otherSubGroupId);
  const hostId = await addCluster(db, subGroupId);
  const collected = await collectInto(app, hostId);
  return {
    ...(await addAlarmThings(db, { hostId, podId: collected.podId, ownerUserNo, now })),
    ...(await addDutyThings(db, { metaGroupId, subGroupId, userNo, now })),
    reportScheduleId: await addReportSchedule(db, { metaGroupId, now }),
    ownerUserNo,
    metaGroupId,
    otherMetaGroupId,
    emptyMetaGroupId: await addMetaGroup(db, ownerUserNo),
    subGroupId,
    emptySubGroupId,
    hostId,
    tokenId: await addClusterToken(db, hostId),
    userNo,
    leavingUserNo: (await addUser(db, { status: 2 })).userNo,
    alarmTemplateId: await anyTemplate(db),
    logoId: await addLogo(db),
    accessTokenId: await addAccessToken(db, ownerUserNo, now),
    wallboardKeyId: (await addWallboardKey(db, ownerUserNo, now, [subGroupId])).wallboardKeyId,
    newName: uniqueName('new'),
    collected,
    past: new Date(now.getTime() - 600_000).toISOString(),
    now: now.toISOString(),
  };
}
