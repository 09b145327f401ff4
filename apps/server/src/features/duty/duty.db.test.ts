import { getDutyNow, listDutyShifts } from '@gwanje/contract/duty/duty-calendar';
import {
  deleteDutyException,
  deleteRota,
  getRota,
  insertDutyException,
  insertRota,
  listDutyCandidates,
  listRotas,
  updateRota,
} from '@gwanje/contract/duty/duty-rotas';
import { addRows } from '@gwanje/testkit/testing/rows';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRota, rotaPlan } from '../../alarms/duty/testing/duty-things.ts';
import { auditOf } from '../../testing/audit.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { type Caller, uniqueName } from '../../testing/test-app.ts';
import { addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

describeWithSharedApp('duty rotas', (app) => {
  let owner: { userNo: number; userId: string };
  let member: { userNo: number; userId: string };
  let admin: Caller;
  let caller: Caller;
  let metaGroupId: number;
  let subGroupId: number;
  let otherSubGroupId: number;

  beforeAll(async () => {
    const { db } = app();
    owner = await addUser(db, { role: 3 });
    member = await addUser(db);
    metaGroupId = await addMetaGroup(db, owner.userNo);
    subGroupId = await addSubGroup(db, metaGroupId, undefined, [member.userNo]);
    otherSubGroupId = await addSubGroup(db, metaGroupId);
    admin = await app().signIn((await addUser(db, { role: 1 })).userId);
    caller = await app().signIn(owner.userId);
  });

  const bodyOf = (userNo = member.userNo, values: object = {}) => ({
    name: uniqueName('rota'),
    metaGroupId,
    forSubGroupIdList: [subGroupId],
    ...rotaPlan(userNo),
    ...values,
  });
  /** The member is replaced by nobody for a day. */
  const exceptionOf = (dutyRotaId: number) => ({
    dutyRotaId,
    fromDate: '2026-11-18',
    toDate: '2026-11-18',
    replacedUserNo: member.userNo,
    coveringUserNo: null,
    note: '',
  });
  const insert = async (values: object = {}) =>
    (await caller.ok(insertRota, { body: bodyOf(member.userNo, values) })).dutyRotaId;
  const suspend = (userNo: number, status: number) =>
    app().db.updateTable('userAccount').set({ status }).where('userNo', '=', userNo).execute();

  it('are made by the owner of the group, and read by members of a covered sub group', async () => {
    const dutyRotaId = await insert();
    const reader = await app().signIn(member.userId);
    const rota = await reader.ok(getRota, { params: { dutyRotaId } });
    expect(rota).toMatchObject({ isChangeable: false, version: 0, forSubGroupIdList: [subGroupId] });
    expect(rota.personList).toMatchObject([{ userNo: member.userNo, name: member.userId, problem: null }]);
    const { rotaList } = await reader.ok(listRotas);
    expect(rotaList.map((one) => one.dutyRotaId)).toContain(dutyRotaId);
    const hidden = await insert({ forSubGroupIdList: [otherSubGroupId], ...rotaPlan(owner.userNo) });
    expect((await reader.call(getRota, { params: { dutyRotaId: hidden } })).code).toBe(8003);
    expect((await reader.call(deleteRota, { params: { dutyRotaId } })).code).toBe(8005);
  });

  it('take only people who see all covered groups, and whom the caller sees', async () => {
    const { db } = app();
    const stranger = await addUser(db);
    const refused = await caller.call(insertRota, { body: bodyOf(stranger.userNo) });
    expect(refused).toMatchObject({ code: 8003, data: { field: 'shiftList.0.slotList.0.firstUserNo' } });
    const some = await caller.call(insertRota, { body: bodyOf(member.userNo, { forSubGroupIdList: null }) });
    expect(some).toMatchObject({ code: 8002, data: { reason: 'someGroups' } });
    const of = (forSubGroupIdList: number[] | null) =>
      caller.ok(listDutyCandidates, { body: { metaGroupId, forSubGroupIdList } });
    expect((await of([subGroupId])).candidateList.map(({ userNo }) => userNo).toSorted()).toEqual(
      [owner.userNo, member.userNo].toSorted(),
    );
    expect((await of(null)).candidateList.map(({ userNo }) => userNo)).toEqual([owner.userNo]);
    const body = { metaGroupId, forSubGroupIdList: null };
    expect((await admin.ok(listDutyCandidates, { body })).candidateList.length).toBeGreaterThan(1);
  });

  it('refuse a group of another meta group, a taken name and a change of an older version', async () => {
    const foreign = await addSubGroup(app().db, await addMetaGroup(app().db, owner.userNo));
    const ofForeign = bodyOf(owner.userNo, { forSubGroupIdList: [foreign] });
    expect((await caller.call(insertRota, { body: ofForeign })).code).toBe(8003);
    const name = uniqueName('taken');
    const dutyRotaId = await insert({ name });
    const same = await caller.call(insertRota, { body: bodyOf(member.userNo, { name: name.toUpperCase() }) });
    expect(same).toMatchObject({ code: 8004, data: { field: 'name' } });
    const change = { ...bodyOf(), dutyRotaId, version: 0 };
    expect((await caller.ok(updateRota, { body: change })).version).toBe(1);
    expect((await caller.call(updateRota, { body: change })).code).toBe(8004);
  });

  it('keep a person who has lost the right, so that another change is possible, and name the problem', async () => {
    const { db } = app();
    const leaving = await addUser(db);
    await addMember(db, leaving.userNo, subGroupId);
    const dutyRotaId = await insert(rotaPlan(leaving.userNo));
    await db.deleteFrom('subGroupMember').where('userNo', '=', leaving.userNo).execute();
    const body = { dutyRotaId, ...bodyOf(leaving.userNo) };
    await caller.ok(updateRota, { body });
    const people = async () => (await caller.ok(getRota, { params: { dutyRotaId } })).personList;
    expect(await people()).toMatchObject([{ problem: 'noRight' }]);
    await db.deleteFrom('userAccount').where('userNo', '=', leaving.userNo).execute();
    expect(await people()).toMatchObject([{ userNo: leaving.userNo, name: null, problem: 'deleted' }]);
  });

  it('cover nothing when their only sub group is deleted, and stay visible to the owner', async () => {
    const { db } = app();
    const gone = await addSubGroup(db, metaGroupId);
    const dutyRotaId = await insert({ ...rotaPlan(owner.userNo), forSubGroupIdList: [gone] });
    await db.deleteFrom('subGroup').where('subGroupId', '=', gone).execute();
    const { rotaList } = await caller.ok(listRotas);
    expect(rotaList.find((one) => one.dutyRotaId === dutyRotaId)?.forSubGroupIdList).toEqual([]);
    const now = await caller.ok(getDutyNow);
    expect(now.rotaList.map((one) => one.dutyRotaId)).not.toContain(dutyRotaId);
  });

  it('lose the exceptions of removed shifts', async () => {
    const dutyRotaId = await insert();
    const body = { ...exceptionOf(dutyRotaId), shiftId: 'all' };
    await caller.ok(insertDutyException, { body });
    await caller.ok(insertDutyException, { body: { ...body, shiftId: null } });
    expect((await caller.call(insertDutyException, { body: { ...body, shiftId: 'none' } })).code).toBe(8003);
    const ofOwner = { ...body, replacedUserNo: owner.userNo };
    expect((await caller.call(insertDutyException, { body: ofOwner })).code).toBe(8003);
    const shiftList = rotaPlan(member.userNo).shiftList.map((shift) => ({ ...shift, shiftId: 'new' }));
    await caller.ok(updateRota, { body: { ...bodyOf(), dutyRotaId, shiftList } });
    const { exceptionList } = await caller.ok(getRota, { params: { dutyRotaId } });
    expect(exceptionList).toMatchObject([{ shiftId: null }]);
  });

  it('let two people swap their shifts, also on the same day', async () => {
    const { shiftList } = rotaPlan(member.userNo);
    const half = (shiftId: string, from: string, to: string, firstUserNo: number) => ({
      ...shiftList[0],
      ...{ shiftId, name: shiftId, from, to, slotList: [{ firstUserNo, secondUserNo: null }] },
    });
    const dutyRotaId = await insert({
      shiftList: [
        half('day', '09:00', '18:00', member.userNo),
        half('night', '18:00', '09:00', owner.userNo),
      ],
    });
    const swap = { coveringUserNo: owner.userNo, swapDate: '2026-11-18' };
    const body = { ...exceptionOf(dutyRotaId), shiftId: 'day', ...swap };
    await caller.ok(insertDutyException, { body });
    const { rotaList } = await caller.ok(listDutyShifts, {
      body: { dutyRotaId, fromAt: '2026-11-18T01:00:00Z', toAt: '2026-11-18T12:00:00Z' },
    });
    expect(rotaList[0]?.occurrenceList.map(({ name, personList }) => [name, personList[0]?.userNo])).toEqual([
      ['day', owner.userNo],
      ['night', member.userNo],
    ]);
    const allShifts = { ...body, shiftId: null };
    expect((await caller.call(insertDutyException, { body: allShifts })).code).toBe(8002);
  });

  it('stay in their meta group, because the readers of another one must not see their open items', async () => {
    const other = await addMetaGroup(app().db, owner.userNo);
    const dutyRotaId = await insert();
    const moved = { ...bodyOf(owner.userNo, { metaGroupId: other, forSubGroupIdList: null }), dutyRotaId };
    expect(await caller.call(updateRota, { body: moved })).toMatchObject({
      code: 8002,
      data: { field: 'metaGroupId', reason: 'fixed' },
    });
  });

  it('leave a record of their groups, exceptions and open items when they are changed or deleted', async () => {
    const { db, clock } = app();
    const dutyRotaId = await insert();
    const by = { createdBy: member.userId, createdByNo: member.userNo, createdAt: clock.now() };
    await addRows(db, 'handoverItem', [
      { dutyRotaId, text: '인증서 갱신', ...by },
      { dutyRotaId, text: '끝난 일', ...by, closedAt: clock.now() },
    ]);
    const exception = { ...exceptionOf(dutyRotaId), shiftId: 'all', note: '휴가' };
    await caller.ok(insertDutyException, { body: exception });
    await caller.ok(insertDutyException, { body: { ...exception, shiftId: null, note: '모든 근무' } });
    const { shiftList } = rotaPlan(member.userNo);
    const renamed = shiftList.map((shift) => ({ ...shift, shiftId: 'new' }));
    await caller.ok(updateRota, { body: { ...bodyOf(), dutyRotaId, shiftList: renamed } });
    expect((await caller.ok(getRota, { params: { dutyRotaId } })).openItemCnt).toBe(1);
    await caller.ok(deleteRota, { params: { dutyRotaId } });
    const changes = (await auditOf(db, 'dutyRota', dutyRotaId)).filter(({ action }) =>
      ['dutyRota.update', 'dutyRota.delete'].includes(action),
    );
    const before = { forSubGroupIdList: [subGroupId], exceptionList: [{ note: '휴가' }] };
    const after = { forSubGroupIdList: [subGroupId], metaGroupId };
    const openItemList = [{ text: '인증서 갱신', createdBy: member.userId, createdByNo: member.userNo }];
    const last = { ...before, exceptionList: [{ note: '모든 근무' }], openItemList };
    expect(changes).toMatchObject([
      { action: 'dutyRota.update', detail: { before, after } },
      { action: 'dutyRota.delete', detail: { before: last } },
    ]);
  });

  it('are refused as a calendar of too many shifts and days', async () => {
    const place = { metaGroupId, subGroupId: null, now: app().clock.now() };
    const plan = rotaPlan(owner.userNo);
    const shiftList = plan.shiftList.flatMap((shift) =>
      Array.from({ length: 20 }, (_, no) => ({ ...shift, shiftId: `s${no}` })),
    );
    const ids: number[] = [];
    for (let no = 0; no < 11; no++) ids.push(await addRota(app().db, place, { ...plan, shiftList }));
    const calendar = (toAt: string) =>
      caller.call(listDutyShifts, { body: { fromAt: '2026-11-01T00:00:00Z', toAt } });
    expect((await calendar('2026-11-08T00:00:00Z')).code).toBe(200);
    expect(await calendar('2027-02-09T00:00:00Z')).toMatchObject({
      code: 8002,
      data: { field: 'toAt', reason: 'tooManyShifts' },
    });
    await app().db.deleteFrom('dutyRota').where('dutyRotaId', 'in', ids).execute();
  });

  describe('on duty now', () => {
    const range = () => {
      const fromMs = app().clock.now().getTime();
      return { fromAt: new Date(fromMs).toISOString(), toAt: new Date(fromMs + 86_400_000).toISOString() };
    };

    it('is the person of the running shift, until it ends, and the next shift is named', async () => {
      const dutyRotaId = await insert();
      const { rotaList, changesAt } = await caller.ok(getDutyNow);
      const found = rotaList.find((one) => one.dutyRotaId === dutyRotaId);
      expect(found).toMatchObject({
        gap: null,
        currentList: [{ personList: [{ userNo: member.userNo, position: 'first' }] }],
        next: { personList: [{ userNo: member.userNo }] },
      });
      expect(changesAt).not.toBeNull();
      expect(Date.parse(found?.currentList[0]?.toAt ?? '')).toBe(Date.parse(found?.next?.fromAt ?? ''));
    });

    it('is nobody, with the reason, when the person is suspended or replaced by nobody', async () => {
      const { db } = app();
      const place = { metaGroupId, subGroupId, now: app().clock.now() };
      const dutyRotaId = await addRota(db, place, rotaPlan(member.userNo));
      const gapOf = async () => {
        const { rotaList } = await caller.ok(listDutyShifts, { body: { dutyRotaId, ...range() } });
        return rotaList[0]?.gapList.map(({ why }) => why);
      };
      expect(await gapOf()).toEqual([]);
      await suspend(member.userNo, 2);
      expect(await gapOf()).toEqual(['unavailable']);
      await suspend(member.userNo, 1);
      const always = { fromDate: '2020-01-01', toDate: '2199-12-31' };
      const body = { ...exceptionOf(dutyRotaId), shiftId: null, ...always, note: '휴가' };
      const { dutyExceptionId } = await caller.ok(insertDutyException, { body });
      expect(await gapOf()).toEqual(['nobody']);
      await caller.ok(deleteDutyException, { params: { dutyExceptionId } });
      expect(await gapOf()).toEqual([]);
    });
  });
});
