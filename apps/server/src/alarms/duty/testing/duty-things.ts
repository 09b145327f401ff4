import type { Database } from '@gwanje/backend/database/schema';
import { UserNo } from '@gwanje/contract/definition/fields';
import type { RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { addRow } from '@gwanje/testkit/testing/rows';
import type { Kysely } from 'kysely';
import { named } from '../../../platform/store/row-repository.ts';
import { uniqueName } from '../../../testing/test-app.ts';

/** One person around the clock, every day. */
export function rotaPlan(userNo: number, values: Partial<RotaPlan> = {}): RotaPlan {
  return {
    timeZone: 'Asia/Seoul',
    validFrom: null,
    validTo: null,
    leadUserNo: null,
    shiftList: [
      {
        shiftId: 'all',
        name: '24시간',
        from: '09:00',
        to: '09:00',
        dayList: [1, 2, 3, 4, 5, 6, 7],
        slotList: [{ firstUserNo: UserNo.parse(userNo), secondUserNo: null }],
        everyDays: null,
        firstDate: '2026-01-01',
      },
    ],
    stepList: [{ to: 'first', afterMin: 0, minLevel: 1 }],
    ...values,
  };
}

interface Place {
  readonly metaGroupId: number;
  /** Null: all sub groups. */
  readonly subGroupId: number | null;
  readonly now: Date;
}

export async function addRota(
  db: Kysely<Database>,
  { metaGroupId, subGroupId, now }: Place,
  plan: RotaPlan,
): Promise<number> {
  const { dutyRotaId } = await addRow(db, 'dutyRota', {
    metaGroupId,
    ...named(uniqueName('rota')),
    coversAll: subGroupId === null,
    plan: JSON.stringify(plan),
    createdAt: now,
    updatedAt: now,
  });
  if (subGroupId !== null) await db.insertInto('dutyRotaGroup').values({ dutyRotaId, subGroupId }).execute();
  return dutyRotaId;
}

/** Adds a rota with an exception, a finished handover of an earlier shift, and an open item. */
export async function addDutyThings(
  db: Kysely<Database>,
  { userNo, ...place }: Place & { readonly userNo: number },
) {
  const dutyRotaId = await addRota(db, place, rotaPlan(userNo));
  const { dutyExceptionId } = await addRow(db, 'dutyException', {
    dutyRotaId,
    shiftId: 'all',
    fromDate: '2026-01-01',
    toDate: '2026-01-01',
    replacedUserNo: userNo,
    coveringUserNo: null,
    note: '',
    createdAt: place.now,
  });
  const { metaGroupId, subGroupId, now } = place;
  const { handoverId } = await addRow(db, 'handover', {
    dutyRotaId,
    metaGroupId,
    subGroupIds: JSON.stringify([subGroupId]),
    rotaName: 'rota',
    shiftId: 'all',
    shiftDate: '2026-01-01',
    shiftName: '24시간',
    timeZone: 'Asia/Seoul',
    nameList: '[]',
    fromAt: new Date(now.getTime() - 48 * 3_600_000),
    toAt: new Date(now.getTime() - 24 * 3_600_000),
    state: 'finished',
    notes: '',
    remarks: '{}',
    createdAt: now,
    updatedAt: now,
  });
  const { handoverItemId } = await addRow(db, 'handoverItem', {
    dutyRotaId,
    text: '확인',
    createdBy: 'somebody',
    createdByNo: userNo,
    createdAt: now,
  });
  return { dutyRotaId, dutyExceptionId, handoverId, handoverItemId };
}
