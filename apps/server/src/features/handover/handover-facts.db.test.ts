import { auditAs } from '@gwanje/backend/identity/audit';
import { MAX_HANDOVER_LINES } from '@gwanje/contract/duty/handovers';
import { addRow, addRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addRota, rotaPlan } from '../../alarms/duty/testing/duty-things.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { draftContent, seenContent } from './handover-content.ts';

const [FROM, TO] = [new Date('2026-01-05T00:00:00Z'), new Date('2026-01-05T09:00:00Z')];
const MINUTE_MS = 60_000;
const afterFrom = (minutes: number) => new Date(FROM.getTime() + minutes * MINUTE_MS);
const afterEnd = (minutes: number) => new Date(TO.getTime() + minutes * MINUTE_MS);

describeWithSharedApp('the facts of a handover', (app) => {
  let lastId = 0;

  async function addShift({ groupCnt = 1 } = {}) {
    const { db } = app();
    const user = await addUser(db);
    const metaGroupId = await addMetaGroup(db, null);
    const subGroupIds: number[] = [];
    const hostIds: number[] = [];
    for (let no = 0; no < groupCnt; no++) {
      const subGroupId = await addSubGroup(db, metaGroupId);
      subGroupIds.push(subGroupId);
      hostIds.push(await addCluster(db, subGroupId));
    }
    const dutyRotaId = await addRota(db, { metaGroupId, subGroupId: null, now: FROM }, rotaPlan(user.userNo));
    const by = { userNo: user.userNo, userId: user.userId };
    return { shift: { dutyRotaId, subGroupIds, from: FROM, to: TO, isOver: true }, hostIds, by };
  }

  interface Change {
    readonly at: Date;
    readonly change: string;
    readonly confirmLevel: number;
  }

  /** As the last of its changes left it. */
  async function addAlarm(hostId: number, changes: readonly Change[], values: object = {}): Promise<number> {
    const { db } = app();
    const alarmId = 700_000 + ++lastId;
    const { at: changedAt, confirmLevel } = changes.at(-1) ?? { at: FROM, confirmLevel: 1 };
    const occurredAt = changes[0]?.at ?? FROM;
    const acted = changes.findLast(({ change }) => change === 'confirmed');
    await addRows(db, 'alarm', {
      alarmId,
      hostId,
      objectKey: `#${alarmId}`,
      itemKey: 'pod.crashLoop',
      target: 'pod',
      objectName: 'web',
      type: 1,
      level: 5,
      confirmLevel,
      occurredAt,
      lastOccurredAt: occurredAt,
      changedAt,
      confirmedAt: acted?.at ?? null,
      isNotified: true,
      ...values,
    });
    for (const { at, change, ...state } of changes)
      await addRows(db, 'alarmChange', {
        alarmId,
        at,
        change,
        level: 5,
        userName: change === 'confirmed' ? `${state.confirmLevel}` : null,
        ...state,
      });
    return alarmId;
  }

  it('are those at the end of the shift, also when the next shift has handled an alarm meanwhile', async () => {
    const { shift, hostIds } = await addShift();
    const carried = { at: afterFrom(-60), change: 'occurred', confirmLevel: 1 };
    const handled = { at: afterFrom(60), change: 'confirmed', confirmLevel: 2 };
    const closedLater = { at: afterEnd(5), change: 'confirmed', confirmLevel: 4 };
    const both = await addAlarm(hostIds[0] ?? 0, [carried, handled, closedLater]);
    const next = await addAlarm(hostIds[0] ?? 0, [carried, closedLater]);
    const closed = { ...handled, at: afterFrom(-1), confirmLevel: 4 };
    const before = await addAlarm(hostIds[0] ?? 0, [carried, closed]);
    const { openList, handledList, openedList } = await draftContent(app().db, shift);
    expect(openedList).toEqual([]);
    expect(handledList).toMatchObject([{ alarmId: both, confirmLevel: 2, confirmedBy: '2' }]);
    expect(openList.map(({ alarmId, confirmLevel }) => [alarmId, confirmLevel])).toEqual([
      [next, 1],
      [both, 2],
    ]);
    expect([...handledList, ...openList].map(({ alarmId }) => alarmId)).not.toContain(before);
  });

  it('name the last memo of the shift, and an item that the next shift closed as open', async () => {
    const { db } = app();
    const { shift, hostIds, by } = await addShift();
    const occurred = { at: afterFrom(1), change: 'occurred', confirmLevel: 1 };
    const alarmId = await addAlarm(hostIds[0] ?? 0, [occurred]);
    const memo = { alarmId, userName: '김관제' };
    await addRows(db, 'alarmMemo', [
      { ...memo, at: afterFrom(2), text: '첫 메모' },
      { ...memo, at: afterFrom(3), text: '근무의 메모' },
      { ...memo, at: afterEnd(1), text: '다음 근무의 메모' },
    ]);
    const { dutyRotaId } = shift;
    const item = { dutyRotaId, createdBy: by.userId, createdByNo: by.userNo, createdAt: afterFrom(-60) };
    const closed = { closedBy: by.userId, closedByNo: by.userNo };
    await addRows(db, 'handoverItem', [
      { ...item, text: '근무에 완료', ...closed, closedAt: afterFrom(5) },
      { ...item, text: '다음 근무에 완료', ...closed, closedAt: afterEnd(5) },
      { ...item, text: '남음', createdAt: afterEnd(1) },
    ]);
    const { openList, itemList } = await draftContent(db, shift);
    expect(openList.map((line) => line.memo?.text)).toEqual(['근무의 메모']);
    const items = itemList.map(({ text, ...by }) => [text, by.closedBy, by.closedAt, by.isClosedLater]);
    expect(items).toEqual([
      ['근무에 완료', by.userId, afterFrom(5).toISOString(), false],
      ['다음 근무에 완료', by.userId, afterEnd(5).toISOString(), true],
      ['남음', null, null, false],
    ]);
  });

  it('of one group do not depend on how many the others have', async () => {
    const { shift, hostIds } = await addShift({ groupCnt: 2 });
    const [many, few] = shift.subGroupIds;
    const occurred = { at: afterFrom(1), change: 'occurred', confirmLevel: 1 };
    for (let no = 0; no < MAX_HANDOVER_LINES + 5; no++) await addAlarm(hostIds[0] ?? 0, [occurred]);
    const alarmId = await addAlarm(hostIds[1] ?? 0, [occurred], { level: 1 });
    const content = await draftContent(app().db, shift);
    const seenBy = (...ids: unknown[]) => seenContent(content, (id) => ids.includes(id));
    expect(seenBy(few)).toMatchObject({ openCnt: 1, openList: [{ alarmId }] });
    expect(seenBy(many).openCnt).toBe(MAX_HANDOVER_LINES + 5);
    expect(seenBy(many, few).openCnt).toBe(MAX_HANDOVER_LINES + 6);
    expect(seenBy(many, few).openList).toHaveLength(MAX_HANDOVER_LINES);
  });

  it('of many groups are cut for each, while a reader of all gets the most severe and every count is true', async () => {
    const { shift, hostIds } = await addShift({ groupCnt: 12 });
    await sql`insert into alarm (alarm_id, host_id, object_key, item_key, target, object_name, type, level, confirm_level,
        occurred_at, last_occurred_at, changed_at, is_notified)
      select nextval('alarm_id_seq')::int, host_id, '#' || no, 'pod.crashLoop', 'pod', 'web', 1,
        case host_id when ${hostIds[0] ?? 0}::int then 5 else 1 end, 1, at, at, at, true
      from unnest(${hostIds}::int[]) host_id cross join generate_series(1, ${MAX_HANDOVER_LINES}::int) no
      cross join (select ${afterFrom(1)}::timestamptz as at) one`.execute(app().db);
    const content = await draftContent(app().db, shift);
    expect(content.openList).toHaveLength(10 * MAX_HANDOVER_LINES + 50);
    const [severe = 0, ...others] = shift.subGroupIds;
    const all = seenContent(content, (id) => shift.subGroupIds.includes(id));
    expect(all.openCnt).toBe(12 * MAX_HANDOVER_LINES);
    expect(all.openList.map(({ subGroupId }) => subGroupId)).toEqual(Array(MAX_HANDOVER_LINES).fill(severe));
    for (const other of others) {
      const seen = seenContent(content, (id) => id === other);
      expect([seen.openList.length, seen.openCnt]).toEqual([250, MAX_HANDOVER_LINES]);
    }
  });

  type Field = readonly [what: string, from: string | null, to: string | null];

  async function addObject(hostId: number, objectId: number, kind: string, name: string) {
    const seen = { createdAt: afterFrom(-9000), firstSeenAt: afterFrom(-9000), lastSeenAt: TO, state: '{}' };
    await addRows(app().db, 'object', { objectId, hostId, kind, uid: `${objectId}`, name, ...seen });
    return (minutes: number, fields: readonly Field[], state: object = {}) => ({
      hostId,
      objectId,
      at: afterFrom(minutes),
      changes: JSON.stringify(fields.map(([what, before, after]) => ({ what, from: before, to: after }))),
      state: JSON.stringify(state),
    });
  }

  it('name the first and the last value of a field that changed often, and what else changed', async () => {
    const { db } = app();
    const { shift, hostIds } = await addShift();
    const flapping = await addObject(hostIds[0] ?? 0, 980_001, 'node', 'flapping');
    const shop = await addObject(hostIds[0] ?? 0, 980_002, 'deployment', 'shop');
    const [ready, notReady] = ['Ready', 'NotReady'];
    await addRows(db, 'objectChange', [
      flapping(-1, [['condition', 'DiskPressure', ready]]),
      shop(1, [['schedule', '0 1 * * *', '0 2 * * *']]),
      ...Array.from({ length: 2500 }, (_, no) =>
        flapping(2 + no / 10, [no % 2 ? ['condition', notReady, ready] : ['condition', ready, notReady]]),
      ),
      flapping(300, [['isSchedulable', 'true', 'false']]),
      flapping(301, [['podCnt', '3', '4']]),
      flapping(541, [['condition', ready, 'Unknown']]),
    ]);
    const { changeList } = await draftContent(db, shift);
    expect(changeList.map(({ key, what, from, to, cnt }) => [key, what, from, to, cnt])).toEqual([
      ['change:980001-isSchedulable', 'isSchedulable', 'true', 'false', 1],
      ['change:980001-condition', 'condition', 'Ready', 'Ready', 2500],
      ['change:980002-schedule', 'schedule', '0 1 * * *', '0 2 * * *', 1],
    ]);
  });

  it('name the rollouts of a workload in one line, also with the same images, and whether one is stuck', async () => {
    const { db } = app();
    const { shift, hostIds } = await addShift();
    let objectId = 981_000;
    const phase = (rolloutPhase: string) => ({ rolloutPhase });
    const add = async (kind: string, name: string, ...steps: [number, readonly Field[], object][]) => {
      const change = await addObject(hostIds[0] ?? 0, ++objectId, kind, name);
      const values = steps.map((step) => change(...step));
      await db.insertInto('objectChange').values(values).execute();
    };
    const begun: Field = ['rolloutPhase', 'finished', 'progressing'];
    const finished: Field = ['rolloutPhase', 'progressing', 'finished'];
    const stuck: Field = ['rolloutPhase', 'progressing', 'stuck'];
    // Kubernetes numbers a new template after the agent has sent its images; then somebody restarts.
    await add(
      'deployment',
      'new-images',
      [10, [['images', 'shop:1', 'shop:2'], begun], phase('progressing')],
      [11, [['revision', '7', '8']], phase('progressing')],
      [12, [finished], phase('finished')],
      [30, [['revision', '8', '9'], begun], phase('progressing')],
      [31, [stuck], phase('stuck')],
    );
    await add(
      'statefulSet',
      'restarted',
      [20, [['revisionName', 'db-6f', 'db-7c'], begun], phase('progressing')],
      [21, [finished], phase('finished')],
    );
    await add('deployment', 'begun-before', [5, [stuck], phase('stuck')]);
    await add('deployment', 'finished', [4, [finished], phase('finished')]);
    await add('deployment', 'first-revision', [3, [['revision', null, '1'], finished], phase('finished')]);
    const { changeList } = await draftContent(db, shift);
    const rollouts = changeList.map(({ name, what, from, to, cnt, rolloutPhase: phase }) =>
      [name, what, from, to, cnt, phase].join(' '),
    );
    expect(rollouts).toEqual([
      'new-images images shop:1 shop:2 2 stuck',
      'restarted rollout   1 finished',
      'begun-before rollout   0 stuck',
    ]);
    expect(changeList.map(({ key }) => key)).toContain('change:981001-rollout');
  });

  it('name settings of a cluster until it was moved or deleted, and those of the rota for every reader', async () => {
    const { db } = app();
    const { shift, hostIds, by } = await addShift({ groupCnt: 2 });
    const [first = 0, second = 0] = shift.subGroupIds;
    const [moved = 0, deleted = 0] = hostIds;
    const audit = auditAs(db, { actor: by });
    await audit('eventAlarm.update', 1, { before: { hostId: deleted, name: 'rule' }, after: {} });
    await db.deleteFrom('cluster').where('hostId', '=', deleted).execute();
    await audit('cluster.delete', deleted, { before: { name: 'gone', subGroupId: second } });
    const foreign = await addSubGroup(db, await addMetaGroup(db, null));
    await db.updateTable('cluster').set({ subGroupId: foreign }).where('hostId', '=', moved).execute();
    const before = { name: 'moved', subGroupId: first };
    await audit('cluster.update', moved, { before, after: { ...before, subGroupId: foreign } });
    await audit('cluster.download', moved);
    await audit('dutyRota.update', shift.dutyRotaId, { after: { name: '야간' } });
    // The database sets the time of an entry.
    const range = { from: new Date(Date.now() - 60 * MINUTE_MS), to: new Date(Date.now() + 60 * MINUTE_MS) };
    const content = await draftContent(db, { ...shift, ...range });
    const seenBy = (subGroupId: number) =>
      seenContent(content, (id) => id === subGroupId).settingList.map(({ action, name }) => [action, name]);
    expect(seenBy(first)).toEqual([
      ['dutyRota.update', '야간'],
      ['cluster.update', 'moved'],
    ]);
    expect(seenBy(second)).toEqual([
      ['dutyRota.update', '야간'],
      ['cluster.delete', 'gone'],
      ['eventAlarm.update', 'gone'],
    ]);
  });

  it('name changes of a template and its webhooks in the groups whose clusters use it', async () => {
    const { db } = app();
    const { shift, hostIds, by } = await addShift({ groupCnt: 2 });
    const [first = 0, second = 0] = shift.subGroupIds;
    const templates: number[] = [];
    for (const name of ['shared', 'own', 'foreign']) {
      const row = await addRow(db, 'alarmTemplate', { name, nameKey: name, settings: '{}' });
      templates.push(row.alarmTemplateId);
    }
    const [shared = 0, own = 0, foreign = 0] = templates;
    const use = (alarmTemplateId: number, ...clusters: number[]) =>
      db.updateTable('cluster').set({ alarmTemplateId }).where('hostId', 'in', clusters).execute();
    await use(shared, ...hostIds);
    await use(own, await addCluster(db, first));
    const audit = auditAs(db, { actor: by });
    const named = (name: string) => ({ before: { name }, after: { name } });
    await audit('template.update', shared, named('shared'));
    await audit('template.update', own, named('own'));
    await audit('template.update', foreign, named('foreign'));
    const webhook = (ids: number[] | null) => ({ alarmTemplateId: shared, forSubGroupIdList: ids });
    await audit('webhook.update', 1, { ...webhook(null), ...named('all') });
    await audit('webhook.insert', 2, { ...webhook([second]), after: { name: 'limited' } });
    const deleted = { alarmTemplateId: foreign, forSubGroupIdList: null, before: { name: 'x' } };
    await audit('webhook.delete', 3, deleted);
    await audit('webhook.test', { kind: 'template', id: shared }, { name: 'tested' });
    const range = { from: new Date(Date.now() - 60 * MINUTE_MS), to: new Date(Date.now() + 60 * MINUTE_MS) };
    const content = await draftContent(db, { ...shift, ...range });
    const seenBy = (subGroupId: number) =>
      seenContent(content, (id) => id === subGroupId).settingList.map(({ action, name }) => [action, name]);
    expect(seenBy(first)).toEqual([
      ['webhook.update', 'shared / all'],
      ['template.update', 'own'],
      ['template.update', 'shared'],
    ]);
    expect(seenBy(second)).toEqual([
      ['webhook.insert', 'shared / limited'],
      ['webhook.update', 'shared / all'],
      ['template.update', 'shared'],
    ]);
  });

  it('name a cluster that is silent at the end once, with its alarm or without one', async () => {
    const { db } = app();
    const { shift, hostIds } = await addShift({ groupCnt: 4 });
    const [alarmed = 0, quiet = 0, current = 0, closed = 0] = hostIds;
    const lastBatchAt = afterFrom(60);
    for (const [hostId, at] of [
      [alarmed, lastBatchAt],
      [closed, lastBatchAt],
      [quiet, lastBatchAt],
      [current, afterEnd(-1)],
    ] as const)
      await addRows(db, 'clusterLive', {
        hostId,
        facts: '{}',
        firstBatchAt: afterFrom(-60),
        lastBatchAt: at,
      });
    const occurred = { at: afterFrom(65), change: 'occurred', confirmLevel: 1 };
    const alarmId = await addAlarm(alarmed, [occurred], { itemKey: 'cluster.noData' });
    const later = { at: afterEnd(5), change: 'confirmed', confirmLevel: 4 };
    const closing = [{ ...occurred, at: afterFrom(66) }, later];
    const values = { itemKey: 'cluster.noData', closedAt: afterEnd(5) };
    const closedByNext = await addAlarm(closed, closing, values);
    const { silentList } = await draftContent(db, shift);
    expect(silentList.map(({ key, fromAt, toAt }) => [key, fromAt, toAt])).toEqual([
      [`silent:${closedByNext}`, afterFrom(66).toISOString(), null],
      [`silent:${alarmId}`, afterFrom(65).toISOString(), null],
      [`silent:cluster-${quiet}`, lastBatchAt.toISOString(), null],
    ]);
  });
});
