import { DutyRotaId } from '@gwanje/contract/definition/fields';
import {
  finishHandover,
  getHandover,
  listDueHandovers,
  listHandovers,
  saveHandover,
  takeOver,
} from '@gwanje/contract/duty/handovers';
import { changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { addRota, rotaPlan } from '../../alarms/duty/testing/duty-things.ts';
import { addAlarmThings } from '../../testing/alarm-things.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { storeEndedShifts } from './ended-shifts.ts';

const logger = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEEP_MS = 400 * DAY_MS;
/** In Seoul the shift of the day begins. */
const BEGIN = new Date('2026-03-02T00:00:00Z');
const after = (hours: number) => new Date(BEGIN.getTime() + hours * HOUR_MS);
const page = { pageNo: 1, pageCnt: 50 };

describeWithOwnApp('a shift that has ended', (app) => {
  let person: { userNo: number; userId: string };
  let stranger: { userNo: number; userId: string };
  let metaGroupId: number;
  let subGroupId: number;
  let hostId: number;

  beforeAll(async () => {
    const { db } = app();
    [person, stranger] = [await addUser(db), await addUser(db)];
    metaGroupId = await addMetaGroup(db, null);
    subGroupId = await addSubGroup(db, metaGroupId, undefined, [person.userNo]);
    await addSubGroup(db, await addMetaGroup(db, null), undefined, [stranger.userNo]);
    hostId = await addCluster(db, subGroupId);
  });

  /** A rota with one shift of 24 hours. */
  const addDailyRota = () =>
    addRota(app().db, { metaGroupId, subGroupId, now: BEGIN }, rotaPlan(person.userNo));
  const store = (now: Date) => storeEndedShifts({ db: app().db, logger }, now, KEEP_MS);
  const handoversOf = (dutyRotaId: number) =>
    rowsOf(
      app().db,
      'handover',
      { dutyRotaId },
      ['handoverId', 'shiftId', 'shiftDate', 'state', 'version'],
      ['shiftDate'],
    );
  const statesOf = async (dutyRotaId: number) =>
    (await handoversOf(dutyRotaId)).map(({ shiftDate, state }) => `${shiftDate} ${state}`);
  /** Sessions end when the clock jumps. */
  async function signInAt(now: Date, { userId }: { readonly userId: string }) {
    app().clock.set(now);
    return await app().signIn(userId);
  }
  const first = { shiftId: 'all', date: '2026-03-02', notes: '', remarkList: [] };

  it('is stored once by two servers, and closed after 36 hours when nobody has written it', async () => {
    const dutyRotaId = await addDailyRota();
    await store(after(23));
    expect(await statesOf(dutyRotaId)).toEqual([]);
    await Promise.all([store(after(24)), store(after(24))]);
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-02 draft']);
    await Promise.all([store(after(24 + 37)), store(after(24 + 37))]);
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-02 notWritten', '2026-03-03 draft']);
    await store(after(24 + 38));
    expect(await handoversOf(dutyRotaId)).toMatchObject([
      { state: 'notWritten', version: 1 },
      { version: 0 },
    ]);
  });

  it('is closed although an older one cannot be read', async () => {
    const broken = await addDailyRota();
    const dutyRotaId = await addDailyRota();
    await store(after(24));
    const { db } = app();
    await db.updateTable('handover').set({ nameList: '"?"' }).where('dutyRotaId', '=', broken).execute();
    await store(after(24 + 37));
    expect(await statesOf(broken)).toEqual(['2026-03-02 draft', '2026-03-03 draft']);
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-02 notWritten', '2026-03-03 draft']);
    await db.deleteFrom('handover').where('dutyRotaId', '=', broken).execute();
  });

  it('stays open until the next one of its rota has ended, however long that takes', async () => {
    const plan = rotaPlan(person.userNo);
    const shiftList = plan.shiftList.map((shift) => ({ ...shift, dayList: [1] }));
    const place = { metaGroupId, subGroupId, now: BEGIN };
    const dutyRotaId = await addRota(app().db, place, { ...plan, shiftList });
    for (const hours of [24, 24 + 37, 7 * 24]) await store(after(hours));
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-02 draft']);
    await store(after(8 * 24));
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-02 notWritten', '2026-03-09 draft']);
  });

  it('is read and found by its content, and neither finished nor taken over, after nobody wrote it', async () => {
    const { db } = app();
    const dutyRotaId = DutyRotaId.parse(await addDailyRota());
    const now = after(1);
    const { alarmId } = await addAlarmThings(db, { hostId, podId: 1, ownerUserNo: person.userNo, now });
    await store(after(24));
    const reader = await signInAt(after(24 + 37), person);
    const body = { ...first, dutyRotaId };
    await store(after(24 + 37));
    const { objectName } = await rowOf(db, 'alarm', { alarmId }, ['objectName']);
    const filter = { search: objectName, dutyRotaId };
    const { list } = await reader.ok(listHandovers, { params: page, body: { filter } });
    expect(list).toMatchObject([{ state: 'notWritten', finishedBy: null, nameList: [person.userId] }]);
    const params = { handoverId: list[0]?.handoverId ?? 0 };
    const { content } = await reader.ok(getHandover, { params });
    expect(content.openedList).toMatchObject([{ alarmId }]);
    const conflict = { code: 8004, data: { reason: 'notWritten' } };
    expect(await reader.call(finishHandover, { body })).toMatchObject(conflict);
    expect(await reader.call(saveHandover, { body })).toMatchObject(conflict);
    expect((await reader.call(takeOver, { params })).code).toBe(8004);
    const { handoverList } = await reader.ok(listDueHandovers);
    expect(handoverList.map(({ handoverId }) => handoverId)).not.toContain(params.handoverId);

    const other = await signInAt(after(24 + 37), stranger);
    expect((await other.call(getHandover, { params })).code).toBe(8003);
    expect((await other.ok(listHandovers, { params: page, body: { filter: { dutyRotaId } } })).totalCnt).toBe(
      0,
    );
  });

  it('waits to be finished when somebody has written it', async () => {
    const dutyRotaId = DutyRotaId.parse(await addDailyRota());
    await store(after(24));
    const writer = await signInAt(after(25), person);
    await writer.ok(saveHandover, { body: { ...first, dutyRotaId, notes: '메모' } });
    await store(after(24 + 37));
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-02 draft', '2026-03-03 draft']);
  });

  it('leaves a trace when its rota is changed or deleted, and one from before a change is not made up', async () => {
    const { db } = app();
    const dutyRotaId = await addDailyRota();
    await store(after(24));
    const plan = rotaPlan(person.userNo);
    const shiftList = plan.shiftList.map((shift) => ({ ...shift, shiftId: 'night', from: '21:00' }));
    await changeRows(
      db,
      'dutyRota',
      { dutyRotaId },
      { plan: JSON.stringify({ ...plan, shiftList }), updatedAt: after(30) },
    );
    await store(after(50));
    const stored = await handoversOf(dutyRotaId);
    expect(stored.map(({ shiftId, shiftDate }) => [shiftId, shiftDate])).toEqual([
      ['all', '2026-03-02'],
      ['night', '2026-03-03'],
    ]);
    await db.deleteFrom('dutyRota').where('dutyRotaId', '=', dutyRotaId).execute();
    await store(after(24 + 37));
    const { state } = await rowOf(db, 'handover', { handoverId: stored[0]?.handoverId ?? 0 }, ['state']);
    expect(state).toBe('notWritten');
  });

  it('is not stored again when it is older than handovers are kept', async () => {
    const dutyRotaId = await addDailyRota();
    await storeEndedShifts({ db: app().db, logger }, after(3 * 24 + 1), DAY_MS);
    expect(await statesOf(dutyRotaId)).toEqual(['2026-03-04 draft']);
  });
});
