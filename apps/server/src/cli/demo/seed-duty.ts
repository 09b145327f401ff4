import type { Db } from '@gwanje/backend/database/schema';
import { RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { dateOf, dayAt, weekdayOf } from '@gwanje/domain/duty/zone-clock';
import { saveRotaGroups } from '../../alarms/duty/rota-repository.ts';
import { insertRow, named } from '../../platform/store/row-repository.ts';

interface DemoPeople {
  readonly key: number;
  readonly total: number;
  readonly group: number;
  readonly user: number;
}

interface DemoPlace {
  readonly metaGroupId: number;
  /** Null: all sub groups. */
  readonly subGroupIds: readonly number[] | null;
}

const TIME_ZONE = 'Asia/Seoul';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WORKDAYS = [1, 2, 3, 4, 5];

/** Day and night in turns of a week, around the clock. */
export async function seedOperationsDuty(db: Db, place: DemoPlace, people: DemoPeople, now: Date) {
  const { key, total, group, user } = people;
  const turns = (...slots: readonly (readonly [first: number, second: number])[]) => ({
    slotList: slots.map(([firstUserNo, secondUserNo]) => ({ firstUserNo, secondUserNo })),
    everyDays: 7,
    firstDate: mondayOf(now),
    dayList: EVERY_DAY,
  });
  await seedRota(db, '커머스 관제 당직', place, now, {
    leadUserNo: key,
    shiftList: [
      {
        shiftId: 'shift-1',
        name: '주간',
        from: '09:00',
        to: '18:00',
        ...turns([user, group], [group, total]),
      },
      { shiftId: 'shift-2', name: '야간', from: '18:00', to: '09:00', ...turns([total, key], [user, key]) },
    ],
    stepList: [
      { to: 'first', afterMin: 5, minLevel: 1 },
      { to: 'second', afterMin: 15, minLevel: 1 },
      { to: 'lead', afterMin: 30, minLevel: 5 },
    ],
  });
}

/** Nobody is on duty at night and on weekends, which the calendar says. */
export async function seedInfrastructureDuty(db: Db, place: DemoPlace, people: DemoPeople, now: Date) {
  const { key, total } = people;
  await seedRota(db, '공통 인프라 당직', place, now, {
    leadUserNo: key,
    shiftList: [
      {
        shiftId: 'shift-1',
        name: '근무 시간',
        from: '08:00',
        to: '22:00',
        dayList: WORKDAYS,
        slotList: [
          { firstUserNo: total, secondUserNo: key },
          { firstUserNo: key, secondUserNo: null },
        ],
        everyDays: 1,
        firstDate: mondayOf(now),
      },
    ],
    stepList: [
      { to: 'first', afterMin: 10, minLevel: 1 },
      { to: 'lead', afterMin: 30, minLevel: 5 },
    ],
  });
}

async function seedRota(
  db: Db,
  name: string,
  { metaGroupId, subGroupIds }: DemoPlace,
  now: Date,
  plan: object,
) {
  const whole = RotaPlan.parse({ timeZone: TIME_ZONE, validFrom: null, validTo: null, ...plan });
  const dutyRotaId = await insertRow(db, 'dutyRota', {
    metaGroupId,
    ...named(name),
    coversAll: subGroupIds === null,
    plan: JSON.stringify(whole),
    createdAt: now,
    updatedAt: now,
  });
  await saveRotaGroups(db, dutyRotaId, subGroupIds);
}

function mondayOf(now: Date): string {
  const day = dayAt(TIME_ZONE, now.getTime());
  return dateOf(day - weekdayOf(day) + 1);
}
