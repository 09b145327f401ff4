import { auditAs } from '@gwanje/backend/identity/audit';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { DutyRotaId, UserNo } from '@gwanje/contract/definition/fields';
import {
  closeHandoverItem,
  finishHandover,
  getHandover,
  getHandoverDraft,
  handoverLists,
  insertHandoverItem,
  listDueHandovers,
  listHandovers,
  saveHandover,
  takeOver,
} from '@gwanje/contract/duty/handovers';
import { addRows, changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRota, rotaPlan } from '../../alarms/duty/testing/duty-things.ts';
import { addAlarmThings } from '../../testing/alarm-things.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import type { Caller } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { draftContent, FullContent } from './handover-content.ts';

const HOUR_MS = 3_600_000;
const page = { params: { pageNo: 1, pageCnt: 10 } };

describeWithOwnApp('handovers', (app) => {
  let first: Caller;
  let second: Caller;
  let stranger: Caller;
  let subGroupId: number;
  let hostId: number;
  let dutyRotaId: number;
  let alarmId: number;
  let people: { first: { userNo: number; userId: string }; second: { userNo: number; userId: string } };

  beforeAll(async () => {
    const { db, clock } = app();
    const owner = await addUser(db, { role: 3 });
    people = { first: await addUser(db), second: await addUser(db) };
    const metaGroupId = await addMetaGroup(db, owner.userNo);
    subGroupId = await addSubGroup(db, metaGroupId, undefined, [people.first.userNo, people.second.userNo]);
    hostId = await addCluster(db, subGroupId);
    const now = clock.now();
    ({ alarmId } = await addAlarmThings(db, { hostId, podId: 1, ownerUserNo: owner.userNo, now }));
    const plan = rotaPlan(people.first.userNo);
    const shiftList = plan.shiftList.map((shift) => ({
      ...shift,
      from: '00:00',
      to: '00:00',
      slotList: [{ firstUserNo: UserNo.parse(people.first.userNo), secondUserNo: null }],
    }));
    dutyRotaId = await addRota(db, { metaGroupId, subGroupId, now }, { ...plan, shiftList });
    clock.advance(HOUR_MS / 2);
    first = await app().signIn(people.first.userId);
    second = await app().signIn(people.second.userId);
    const foreign = await addUser(db);
    await addSubGroup(db, await addMetaGroup(db, null), undefined, [foreign.userNo]);
    stranger = await app().signIn(foreign.userId);
  });

  /** The newest shift that nobody has finished. */
  async function draftShift() {
    const { handoverList } = await first.ok(listDueHandovers);
    const found = handoverList.find(
      (one) => one.dutyRotaId === dutyRotaId && (one.state === 'draft' || one.handoverId !== null),
    );
    if (!found?.dutyRotaId) throw new Error('no shift is due');
    return { dutyRotaId: found.dutyRotaId, shiftId: found.shiftId, date: found.date };
  }

  it('is due until somebody takes it over, days after its shift and also when the rota has lost the shift', async () => {
    const { db, clock } = app();
    const { metaGroupId } = await rowOf(db, 'subGroup', { subGroupId }, ['metaGroupId']);
    const now = clock.now();
    const dayAgo = new Date(now.getTime() + 9 * HOUR_MS - 4 * 24 * HOUR_MS).getUTCDay() || 7;
    const plan = rotaPlan(people.first.userNo);
    const shiftList = plan.shiftList.map((shift) => ({ ...shift, to: '18:00', dayList: [dayAgo] }));
    const weekly = await addRota(db, { metaGroupId, subGroupId, now }, { ...plan, shiftList });
    const due = async () =>
      (await first.ok(listDueHandovers)).handoverList.filter((one) => one.rotaName === rotaName);
    const { name: rotaName } = await rowOf(db, 'dutyRota', { dutyRotaId: weekly }, ['name']);
    const [draft] = await due();
    expect(draft).toMatchObject({ handoverId: null, state: 'draft', dutyRotaId: weekly });
    if (!draft) return;
    const shift = { dutyRotaId: DutyRotaId.parse(weekly), shiftId: draft.shiftId, date: draft.date };
    const saved = await first.ok(saveHandover, { body: { ...shift, notes: '금요일', remarkList: [] } });

    const others = shiftList.map((one) => ({ ...one, shiftId: 'other', dayList: [(dayAgo % 7) + 1] }));
    const changed = JSON.stringify({ ...plan, shiftList: others });
    await changeRows(db, 'dutyRota', { dutyRotaId: weekly }, { plan: changed });
    const shifts = await due();
    expect(shifts.map(({ shiftId, state }) => `${shiftId} ${state}`)).toEqual(['other draft', 'all draft']);
    const { notes, version } = await first.ok(getHandoverDraft, { body: shift });
    expect(notes).toBe('금요일');
    await first.ok(finishHandover, { body: { ...shift, notes, remarkList: [], version } });
    const body = { dutyRotaId: shift.dutyRotaId, shiftId: 'other', date: shifts[0]?.date ?? '' };
    const kept = await first.ok(saveHandover, { body: { ...body, notes: '남은 메모', remarkList: [] } });
    await db.deleteFrom('dutyRota').where('dutyRotaId', '=', weekly).execute();
    const left = await first.ok(getHandover, { params: { handoverId: kept.handoverId } });
    expect(left).toMatchObject({ dutyRotaId: null, state: 'draft', notes: '남은 메모' });
    const past = await first.ok(listHandovers, { ...page, body: { filter: { search: '남은 메모' } } });
    expect(past.list.map(({ handoverId }) => handoverId)).toEqual([kept.handoverId]);
    expect(await due()).toMatchObject([{ handoverId: saved.handoverId, state: 'finished' }]);
    await second.ok(takeOver, { params: { handoverId: saved.handoverId } });
    expect(await due()).toEqual([]);
    await db.deleteFrom('handover').where('handoverId', 'in', [saved.handoverId, kept.handoverId]).execute();
  });

  describe('the draft', () => {
    it('names the open alarms with their last memo, snoozes and people, before anybody stores it', async () => {
      const { db, clock } = app();
      const by = { userNo: people.second.userNo, userName: '김관제' };
      await addRows(db, 'alarmMemo', { alarmId, at: clock.now(), ...by, text: '벤더 답변 대기' });
      clock.advance(1000);
      const draft = await first.ok(getHandoverDraft, { body: await draftShift() });
      expect(draft).toMatchObject({ handoverId: null, state: 'draft', version: 0, notes: '' });
      expect(draft.nameList).toEqual([people.first.userId]);
      const { content } = draft;
      // The number beside the name is for an erasure.
      const memo = { text: '벤더 답변 대기', ...by };
      expect(content.openList).toMatchObject([{ alarmId, key: `alarm:${alarmId}`, memo }]);
      expect([content.openCnt, content.openedCnt, content.handledCnt]).toEqual([1, 1, 0]);
      expect(content.muteList.map(({ kind }) => kind)).toEqual(['snooze', 'maintenance']);
    });

    it('names who changed settings of its clusters and of the rota, and not those of other groups', async () => {
      const { db, clock } = app();
      const by = { actor: { userNo: people.first.userNo, userId: people.first.userId } };
      const audit = auditAs(db, by);
      const { name } = await rowOf(db, 'cluster', { hostId }, ['name']);
      const foreign = await addCluster(db, await addSubGroup(db, await addMetaGroup(db, null)));
      await audit('cluster.update', hostId);
      await audit('monitoring.update', { kind: 'node', id: 1 }, { hostId, name: 'node-3' });
      await audit('dutyRota.update', dutyRotaId, { after: { name: '야간' } });
      await audit('cluster.update', foreign);
      await audit('log.open', { kind: 'cluster', id: hostId });
      // The database sets the time of an entry: the shift of the test's clock is another one.
      const entry = await db.selectFrom('audit').select('at').orderBy('auditId', 'desc').executeTakeFirst();
      const to = new Date((entry?.at ?? clock.now()).getTime() + 1);
      const shift = { dutyRotaId, subGroupIds: [subGroupId], from: new Date(0), to, isOver: true };
      const { settingList } = await draftContent(db, shift);
      expect(settingList.map((line) => [line.action, line.name, line.userId])).toEqual([
        ['dutyRota.update', '야간', people.first.userId],
        ['monitoring.update', `${name} / node-3`, people.first.userId],
        ['cluster.update', name, people.first.userId],
      ]);
    });

    it('names what was created in the shift, and no older object of a new cluster or job of a cron job', async () => {
      const { db } = app();
      const [from, to] = [new Date('2026-01-05T00:00:00Z'), new Date('2026-01-06T00:00:00Z')];
      const at = new Date('2026-01-05T09:00:00Z');
      const before = new Date('2025-12-01T00:00:00Z');
      const objects = [
        { name: 'new', createdAt: at, what: 'created', state: {} },
        { name: 'older', createdAt: before, what: 'created', state: {} },
        { name: 'older', createdAt: before, what: 'images', state: {} },
        { name: 'run-1', createdAt: at, what: 'created', state: { ownerKind: 'CronJob' } },
      ];
      for (const [index, { name, createdAt, what, state }] of objects.entries()) {
        const objectId = 990_000 + index;
        const seen = { firstSeenAt: at, lastSeenAt: at, state: JSON.stringify(state) };
        const object = { objectId, hostId, kind: 'deployment', uid: `made ${index}`, name, createdAt };
        await addRows(db, 'object', { ...object, ...seen });
        const changes = JSON.stringify([{ what, from: null, to: name }]);
        await db.insertInto('objectChange').values({ hostId, objectId, at, changes, state: '{}' }).execute();
      }
      const shift = { dutyRotaId, subGroupIds: [subGroupId], from, to, isOver: true };
      const { changeList } = await draftContent(db, shift);
      expect(changeList.map(({ name, what }) => [name, what]).sort()).toEqual([
        ['new', 'created'],
        ['older', 'images'],
      ]);
    });

    it('is hidden from a user of another group', async () => {
      const body = await draftShift();
      expect((await stranger.ok(listDueHandovers)).handoverList).toEqual([]);
      expect((await stranger.call(getHandoverDraft, { body })).code).toBe(8003);
      const written = { ...body, notes: '', remarkList: [], version: 0 };
      expect((await stranger.call(finishHandover, { body: written })).code).toBe(8003);
      expect((await stranger.call(insertHandoverItem, { body: { dutyRotaId, text: 'x' } })).code).toBe(8003);
    });

    it('refuses a shift of the future and one that the rota does not have', async () => {
      const body = await draftShift();
      for (const other of [{ date: '2150-01-01' }, { shiftId: 'none' }])
        expect((await first.call(getHandoverDraft, { body: { ...body, ...other } })).code).toBe(8003);
    });

    it('keeps notes and remarks, and refuses those of an older version', async () => {
      const shift = await draftShift();
      const body = {
        ...shift,
        notes: '야간 배포 있음\n03시 점검',
        remarkList: [{ key: `alarm:${alarmId}`, text: '재시작으로 해결 안 됨' }],
        version: 0,
      };
      const { version } = await first.ok(saveHandover, { body });
      expect(await second.call(saveHandover, { body })).toMatchObject({
        code: 8004,
        data: { reason: 'changedMeanwhile' },
      });
      expect(await second.ok(getHandoverDraft, { body: shift })).toMatchObject({
        notes: body.notes,
        remarkList: body.remarkList,
        version,
      });
    });
  });

  it('is finished once, frozen, found by its words, and taken over with a record', async () => {
    const { db } = app();
    const shift = await draftShift();
    const { version, remarkList } = await first.ok(getHandoverDraft, { body: shift });
    const body = { ...shift, notes: '스토리지 교체 예정', remarkList, version };
    const answers = await Promise.all([first, second].map((who) => who.call(finishHandover, { body })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 8004]);
    const { list } = await second.ok(listHandovers, { ...page, body: { filter: { search: '스토리지' } } });
    expect(list).toMatchObject([{ state: 'finished', dutyRotaId }]);
    const handoverId = list[0]?.handoverId ?? 0;
    await db.updateTable('alarm').set({ confirmLevel: 4 }).where('alarmId', '=', alarmId).execute();
    const frozen = await second.ok(getHandover, { params: { handoverId } });
    expect(frozen.nameList).toEqual([people.first.userId]);
    expect([people.first.userNo, people.second.userNo]).toContain(frozen.finishedByNo);
    const { nameList } = await rowOf(db, 'handover', { handoverId }, ['nameList']);
    expect(nameList).toEqual([{ userNo: people.first.userNo, name: people.first.userId }]);
    expect(frozen.content.openList).toMatchObject([{ alarmId, confirmLevel: 1 }]);
    expect((await stranger.call(getHandover, { params: { handoverId } })).code).toBe(8003);
    expect((await stranger.call(takeOver, { params: { handoverId } })).code).toBe(8003);

    await second.ok(takeOver, { params: { handoverId } });
    await second.ok(takeOver, { params: { handoverId } });
    const again = await first.call(takeOver, { params: { handoverId } });
    expect(again).toMatchObject({ code: 8004, data: { reason: 'takenOver' } });
    const taken = await first.ok(getHandover, { params: { handoverId } });
    expect(taken).toMatchObject({ state: 'takenOver', takenBy: people.second.userId });
    const done = { outcome: 'done', action: 'handover.takeOver', targetId: String(handoverId) } as const;
    const records = await rowsOf(db, 'audit', done, ['actorUserNo']);
    expect(records).toEqual([{ actorUserNo: people.second.userNo }]);
    const countOf = async (caller: Caller, filter: BodyIn<typeof listHandovers>['filter']) =>
      (await caller.ok(listHandovers, { ...page, body: { filter } })).totalCnt;
    const { fromAt, toAt } = frozen;
    const own = { dutyRotaId: frozen.dutyRotaId ?? undefined, from: fromAt, to: toAt };
    expect(await countOf(first, own)).toBe(1);
    const outside = [{ from: toAt }, { to: fromAt }, { dutyRotaId: DutyRotaId.parse(2_000_000) }];
    for (const filter of [...outside, { search: '없는 말' }, { search: '%' }])
      expect(await countOf(first, filter)).toBe(0);
    expect(await countOf(stranger, {})).toBe(0);
  });

  it('shows a reader of some groups no remark and no word of the others, and keeps the hidden remarks', async () => {
    const { db, clock } = app();
    const { metaGroupId } = await rowOf(db, 'subGroup', { subGroupId }, ['metaGroupId']);
    const partial = await addUser(db);
    const open = await addSubGroup(db, metaGroupId, undefined, [people.first.userNo, partial.userNo]);
    const openHost = await addCluster(db, open);
    const now = clock.now();
    const shown = await addAlarmThings(db, { hostId: openHost, podId: 2, ownerUserNo: partial.userNo, now });
    const both = await addRota(db, { metaGroupId, subGroupId: null, now }, rotaPlan(people.first.userNo));
    clock.advance(1000);
    const whole = await app().signIn(people.first.userId);
    const reader = await app().signIn(partial.userId);
    const { handoverList } = await reader.ok(listDueHandovers);
    const draft = handoverList.find(({ dutyRotaId: id, toAt }) => id === both && toAt > now.toISOString());
    if (!draft) throw new Error('no shift is due');
    const shift = { dutyRotaId: DutyRotaId.parse(both), shiftId: draft.shiftId, date: draft.date };
    const [hiddenKey, shownKey] = [`alarm:${alarmId}`, `alarm:${shown.alarmId}`];
    const hidden = { key: hiddenKey, text: '비밀 의견' };
    await whole.ok(saveHandover, {
      body: { ...shift, notes: '공개 메모', remarkList: [hidden, { key: shownKey, text: '첫 의견' }] },
    });

    const seen = await reader.ok(getHandoverDraft, { body: shift });
    expect(seen.remarkList).toEqual([{ key: shownKey, text: '첫 의견' }]);
    expect(seen.content.openList.map(({ key }) => key)).toEqual([shownKey]);
    const remarkList = [
      { key: shownKey, text: '둘째 의견' },
      { key: hiddenKey, text: '덮어쓰기' },
    ];
    const { version } = await reader.ok(saveHandover, {
      body: { ...shift, notes: seen.notes, remarkList, version: seen.version },
    });
    const merged = (await whole.ok(getHandoverDraft, { body: shift })).remarkList;
    const texts = Object.fromEntries(merged.map(({ key, text }) => [key, text]));
    expect(texts).toEqual({ [hiddenKey]: '비밀 의견', [shownKey]: '둘째 의견' });
    const { handoverId } = await whole.ok(finishHandover, {
      body: { ...shift, notes: seen.notes, remarkList: merged, version },
    });
    const frozen = await reader.ok(getHandover, { params: { handoverId } });
    expect(frozen.remarkList).toEqual([{ key: shownKey, text: '둘째 의견' }]);
    const countOf = async (caller: Caller, search: string) => {
      const body = { filter: { search, dutyRotaId: shift.dutyRotaId } };
      return (await caller.ok(listHandovers, { ...page, body })).totalCnt;
    };
    const { name: hiddenCluster } = await rowOf(db, 'cluster', { hostId }, ['name']);
    for (const word of ['비밀', hiddenCluster])
      expect([await countOf(whole, word), await countOf(reader, word)]).toEqual([1, 0]);
    expect([await countOf(whole, '공개 메모'), await countOf(reader, '공개 메모')]).toEqual([1, 1]);
    await db.deleteFrom('handover').where('handoverId', '=', handoverId).execute();
    await db.deleteFrom('dutyRota').where('dutyRotaId', '=', both).execute();
  });

  it('is found and read as a whole by a total admin after its groups were deleted, and by nobody else', async () => {
    const { db, clock } = app();
    const { metaGroupId } = await rowOf(db, 'subGroup', { subGroupId }, ['metaGroupId']);
    const gone = await addSubGroup(db, metaGroupId);
    const left = await addSubGroup(db, metaGroupId, undefined, [people.first.userNo]);
    const silent = { key: 'silent:1', subGroupId: gone, clusterName: 'lost-cluster', toAt: null };
    const lists = FullContent.parse({
      ...Object.fromEntries(Object.keys(handoverLists).map((name) => [name, []])),
      silentList: [{ ...silent, fromAt: clock.now().toISOString() }],
    });
    const addHandover = async (subGroupIds: readonly number[], shiftDate: string) => {
      const shift = { shiftId: 'all', shiftDate, shiftName: '종일', timeZone: 'Asia/Seoul', nameList: '[]' };
      const now = clock.now();
      const values = {
        ...shift,
        metaGroupId,
        subGroupIds: JSON.stringify(subGroupIds),
        rotaName: 'past',
        fromAt: now,
        toAt: now,
        state: 'takenOver',
        content: JSON.stringify(lists),
        notes: '남은 메모',
        remarks: JSON.stringify({ [silent.key]: '교체함' }),
        searchText: 'lost-cluster',
        createdAt: now,
        updatedAt: now,
      };
      const inserted = db.insertInto('handover').values(values).returning('handoverId');
      return (await inserted.executeTakeFirstOrThrow()).handoverId;
    };
    const partly = await addHandover([gone, left], '2026-01-01');
    const whole = await addHandover([gone], '2026-01-02');
    const handoverIds = [partly, whole];
    await db.deleteFrom('subGroup').where('subGroupId', '=', gone).execute();
    const admin = await app().signIn((await addUser(db, { role: 1 })).userId);
    const member = await app().signIn(people.first.userId);
    const found = async (caller: Caller, search: string, subGroupIdList?: readonly number[]) => {
      const body = { filter: { search }, orderBy: ['-fromAt'], ...(subGroupIdList && { subGroupIdList }) };
      const { list } = await caller.ok(listHandovers, { ...page, body });
      return list.map(({ handoverId }) => handoverId).toSorted();
    };
    expect(await found(admin, 'lost-cluster')).toEqual(handoverIds);
    expect(await found(admin, 'lost-cluster', [left])).toEqual([partly]);
    expect([await found(member, 'lost-cluster'), await found(member, '남은 메모')]).toEqual([[], [partly]]);
    for (const handoverId of handoverIds)
      expect(await admin.ok(getHandover, { params: { handoverId } })).toMatchObject({
        content: { silentList: [{ key: silent.key }], silentCnt: 1 },
        remarkList: [{ key: silent.key, text: '교체함' }],
      });
    expect(await member.ok(getHandover, { params: { handoverId: partly } })).toMatchObject({
      content: { silentList: [], silentCnt: 0 },
      remarkList: [],
    });
    expect((await member.call(getHandover, { params: { handoverId: whole } })).code).toBe(8003);
    await db.deleteFrom('handover').where('handoverId', 'in', handoverIds).execute();
  });

  it('lists past handovers in the requested order', async () => {
    const { clock } = app();
    clock.advance(24 * HOUR_MS);
    first = await app().signIn(people.first.userId);
    const body = { ...(await draftShift()), notes: '', remarkList: [] };
    await first.ok(finishHandover, { body });
    const stateOf = async (orderBy: BodyIn<typeof listHandovers>['orderBy']) => {
      const { list } = await first.ok(listHandovers, { ...page, body: { orderBy } });
      return list.map(({ state }) => state);
    };
    expect(await stateOf([])).toEqual(['finished', 'takenOver']);
    expect(await stateOf(['fromAt'])).toEqual(['takenOver', 'finished']);
    expect(await stateOf(['-state'])).toEqual(['takenOver', 'finished']);
  });

  it('goes on where the handover before was finished before the end of its shift', async () => {
    const { db, clock } = app();
    clock.advance(HOUR_MS);
    const occurredAt = clock.now();
    await db.updateTable('alarm').set({ occurredAt }).where('alarmId', '=', alarmId).execute();
    clock.advance(24 * HOUR_MS);
    first = await app().signIn(people.first.userId);
    const { content, fromAt } = await first.ok(getHandoverDraft, { body: await draftShift() });
    expect(Date.parse(fromAt)).toBeGreaterThan(occurredAt.getTime());
    expect(content.openedList).toMatchObject([{ alarmId }]);
  });

  it('carries an open item until somebody closes it', async () => {
    const { clock } = app();
    const body = { dutyRotaId, text: '인증서 갱신 확인' };
    const { handoverItemId } = await first.ok(insertHandoverItem, { body });
    clock.advance(24 * HOUR_MS);
    const [next, other] = [await app().signIn(people.second.userId), await app().signIn(people.first.userId)];
    const itemsOf = async (caller = next) => {
      const { handoverList } = await caller.ok(listDueHandovers);
      const newest = handoverList.find((one) => one.dutyRotaId === dutyRotaId);
      if (!newest) throw new Error('no shift is due');
      const shift = { dutyRotaId, shiftId: newest.shiftId, date: newest.date };
      return (await caller.ok(getHandoverDraft, { body: shift })).content.itemList;
    };
    expect(await itemsOf()).toMatchObject([{ handoverItemId, closedBy: null }]);
    await other.ok(closeHandoverItem, { params: { handoverItemId } });
    await next.ok(closeHandoverItem, { params: { handoverItemId } });
    clock.advance(1000);
    expect(await itemsOf()).toMatchObject([{ handoverItemId, closedBy: people.first.userId }]);
    clock.advance(48 * HOUR_MS);
    expect(await itemsOf(await app().signIn(people.first.userId))).toEqual([]);
  });
});
