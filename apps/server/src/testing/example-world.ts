import { sql } from 'kysely';
import { addDutyThings } from '../alarms/duty/testing/duty-things.ts';
import { addReportSchedule } from '../features/reports/testing/report-things.ts';
import { addAlarmThings } from './alarm-things.ts';
import { type Collected, collectInto } from './collected.ts';
import { type RunningApp, uniqueName } from './test-app.ts';
import {
  addAccessToken,
  addCluster,
  addClusterToken,
  addLogo,
  addMetaGroup,
  addSubGroup,
  addUser,
  addWallboardKey,
  anyTemplate,
} from './world.ts';

/** Objects created for one call, so that the call may delete them. */
export interface World extends Place {
  readonly ownerUserNo: number;
  /** A token of that cluster. */
  readonly tokenId: number;
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
  /** An instant ten minutes ago. */
  readonly past: string;
  readonly now: string;
}

/** The groups of a world and its cluster, which take longer to make than everything else. */
interface Place {
  /** A plain user, member of `subGroupId`. */
  readonly userNo: number;
  readonly metaGroupId: number;
  readonly otherMetaGroupId: number;
  readonly emptyMetaGroupId: number;
  readonly subGroupId: number;
  readonly emptySubGroupId: number;
  readonly hostId: number;
  /** Objects that the agent of that cluster reported. */
  readonly collected: Collected;
}

/** The members are also granted a sub group of the other meta group, so they see both sides of a move. */
export async function makeWorld(
  app: RunningApp,
  ownerUserNo: number,
  members: readonly number[] = [],
): Promise<World> {
  return fillPlace(app, ownerUserNo, await makePlace(app, ownerUserNo, members));
}

/** Worlds for calls that change them. A call that leaves the groups and the cluster as they were costs little. */
export class RenewableWorld {
  readonly #make: () => Promise<Place>;
  readonly #app: RunningApp;
  readonly #ownerUserNo: number;
  #place: { readonly place: Place; readonly rows: string } | undefined;

  constructor(app: RunningApp, ownerUserNo: number, members: readonly number[] = []) {
    this.#app = app;
    this.#ownerUserNo = ownerUserNo;
    this.#make = () => makePlace(app, ownerUserNo, members);
  }

  async renew(): Promise<World> {
    const { db } = this.#app;
    if (this.#place?.rows !== (this.#place && (await rowsOf(db, this.#place.place)))) this.#place = undefined;
    if (!this.#place) {
      const place = await this.#make();
      this.#place = { place, rows: await rowsOf(db, place) };
    }
    const { place } = this.#place;
    await db.deleteFrom('alarm').where('hostId', '=', place.hostId).execute();
    return fillPlace(this.#app, this.#ownerUserNo, place);
  }
}

async function makePlace(app: RunningApp, ownerUserNo: number, members: readonly number[]): Promise<Place> {
  const { db } = app;
  const { userNo } = await addUser(db);
  const metaGroupId = await addMetaGroup(db, ownerUserNo);
  const otherMetaGroupId = await addMetaGroup(db, ownerUserNo);
  const emptyMetaGroupId = await addMetaGroup(db, ownerUserNo);
  const subGroupId = await addSubGroup(db, metaGroupId, undefined, [userNo, ...members]);
  const emptySubGroupId = await addSubGroup(db, metaGroupId, undefined, members);
  await addSubGroup(db, otherMetaGroupId, undefined, members);
  const hostId = await addCluster(db, subGroupId);
  const collected = await collectInto(app, hostId);
  const groups = { metaGroupId, otherMetaGroupId, emptyMetaGroupId, subGroupId, emptySubGroupId };
  return { userNo, ...groups, hostId, collected };
}

/** The rows of a place and of what is in it, to see whether a call has changed any. */
async function rowsOf(db: RunningApp['db'], place: Place): Promise<string> {
  const metaGroupIds = [place.metaGroupId, place.otherMetaGroupId, place.emptyMetaGroupId];
  const { rows } = await sql<{ digest: string }>`
    with sub as (select * from sub_group where meta_group_id = any(${metaGroupIds}::int[])), all_rows as (
      select m::text as line from meta_group m where meta_group_id = any(${metaGroupIds}::int[])
      union all select s::text from sub s
      union all select u::text from sub_group_member u where sub_group_id in (select sub_group_id from sub)
      union all select c::text from cluster c where sub_group_id in (select sub_group_id from sub)
      union all select o::text from object o where host_id = ${place.hostId}
      union all select a::text from user_account a where user_no = ${place.userNo})
    select md5(string_agg(line, ' ' order by line)) as digest from all_rows`.execute(db);
  return rows[0]?.digest ?? '';
}

async function fillPlace(app: RunningApp, ownerUserNo: number, place: Place): Promise<World> {
  const { db } = app;
  const now = app.clock.now();
  const { metaGroupId, subGroupId, userNo, hostId, collected } = place;
  return {
    ...place,
    ...(await addAlarmThings(db, { hostId, podId: collected.podId, ownerUserNo, now })),
    ...(await addDutyThings(db, { metaGroupId, subGroupId, userNo, now })),
    reportScheduleId: await addReportSchedule(db, { metaGroupId, now }),
    ownerUserNo,
    tokenId: await addClusterToken(db, hostId),
    leavingUserNo: (await addUser(db, { status: 2 })).userNo,
    alarmTemplateId: await anyTemplate(db),
    logoId: await addLogo(db),
    accessTokenId: await addAccessToken(db, ownerUserNo, now),
    wallboardKeyId: (await addWallboardKey(db, ownerUserNo, now, [subGroupId])).wallboardKeyId,
    newName: uniqueName('new'),
    past: new Date(now.getTime() - 600_000).toISOString(),
    now: now.toISOString(),
  };
}
