import {
  deleteReportSchedule,
  insertReportSchedule,
  listReportSchedules,
  sendReport,
  updateReportSchedule,
} from '@gwanje/contract/reports/report-schedules';
import { type MailReceiver, startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { addRows, changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { makeDueReports } from './scheduled-reports.ts';
import { addReportSchedule } from './testing/report-things.ts';

const logger = pino({ level: 'silent' });
const DAY_MS = 86_400_000;
/** A Sunday evening in Seoul. */
const SUNDAY = new Date('2026-03-08T20:00:00+09:00');
const MONDAY = new Date('2026-03-09T09:00:30+09:00');

describe('scheduled reports', () => {
  let app: TestApp;
  let mails: MailReceiver;
  let metaGroupId: number;
  let subGroupId: number;

  beforeAll(async () => {
    mails = await startMailReceiver();
    app = await startTestApp({
      environment: { GWANJE_SMTP_URL: mails.url, GWANJE_SMTP_FROM: 'Gwanje <noc@example.com>' },
    });
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await mails?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    app.clock.set(SUNDAY);
    mails.received.length = 0;
    await app.db.deleteFrom('outbox').execute();
    await app.db.deleteFrom('report').execute();
    await app.db.deleteFrom('reportSchedule').execute();
    metaGroupId = await addMetaGroup(app.db, null);
    subGroupId = await addSubGroup(app.db, metaGroupId);
  });

  /** Signed in now: the clock of the tests jumps over the end of sessions. */
  const admin = () => app.signIn('key');
  const sources = () => ({ ...app.services, db: app.db });
  const makeDue = (now: Date) => {
    app.clock.set(now);
    return makeDueReports(sources(), now, logger);
  };
  const stored = () => app.db.selectFrom('report').select(['fromDate', 'kind', 'reportScheduleId']).execute();
  const later = (minutes: number) => new Date(MONDAY.getTime() + minutes * 60_000);
  const listed = async () => (await (await admin()).ok(listReportSchedules)).scheduleList[0];
  const add = (values = {}) => addReportSchedule(app.db, { metaGroupId, now: SUNDAY, ...values });
  const body = (values = {}) => ({
    metaGroupId,
    name: '주간 회의',
    kind: 'weekly',
    timeZone: 'Asia/Seoul',
    time: '09:00',
    recipientList: ['noc@example.com', 'lead@example.com'],
    language: 'ko',
    isOn: true,
    ...values,
  });

  it('are made and sent once, also by two servers at the same time', async () => {
    await add();
    await makeDue(new Date(MONDAY.getTime() - 60_000));
    expect(await stored()).toEqual([]);
    await Promise.all([makeDue(MONDAY), makeDue(MONDAY), makeDue(MONDAY)]);
    await makeDue(new Date(MONDAY.getTime() + DAY_MS));
    expect(await stored()).toMatchObject([{ kind: 'weekly', fromDate: '2026-03-02' }]);
    await app.services.notifications.sendNow();
    await app.services.notifications.sendNow();
    expect(mails.received).toHaveLength(1);
    const last = { fromDate: '2026-03-02', toDate: '2026-03-08' };
    expect(await listed()).toMatchObject({ last, delivery: { state: 'delivered', note: null } });
  });

  it('are neither stored nor sent when the server ends in between, and made again by the next one', async () => {
    await add();
    // The database refuses the message, as a crash between both statements would leave it.
    const before = sql`report_schedule_id is null or created_at < ${sql.lit(MONDAY.toISOString())}::timestamptz`;
    await app.db.schema.alterTable('outbox').addCheckConstraint('no_reports', before).execute();
    await makeDue(MONDAY);
    expect(await stored()).toEqual([]);
    await app.db.schema.alterTable('outbox').dropConstraint('no_reports').execute();
    await makeDue(later(14));
    expect(await stored()).toEqual([]);
    expect((await listed())?.failure).toEqual({ why: 'error', at: MONDAY.toISOString() });
    await makeDue(later(15));
    await app.services.notifications.sendNow();
    expect(await stored()).toHaveLength(1);
    expect((await listed())?.failure).toBeNull();
    expect(mails.received).toHaveLength(1);
  });

  it('are not made for a time before the schedule, nor while it is off', async () => {
    await add({ activeFrom: new Date(MONDAY.getTime() + 60_000) });
    await add({ isOn: false });
    await makeDue(new Date(MONDAY.getTime() + 120_000));
    expect(await stored()).toEqual([]);
  });

  it('are made for the last period only after a long outage', async () => {
    await add();
    await makeDue(new Date(MONDAY.getTime() + 30 * DAY_MS));
    expect(await stored()).toMatchObject([{ fromDate: '2026-03-30' }]);
  });

  it('are tried again after a failure when the clock of the server was set back meanwhile', async () => {
    await add({ failure: 'error', failedAt: new Date(MONDAY.getTime() + DAY_MS) });
    await makeDue(MONDAY);
    expect(await stored()).toHaveLength(1);
  });

  it('show the time of the next one, which is not that of a report already sent by hand', async () => {
    const reportScheduleId = await add();
    expect((await listed())?.nextAt).toBe('2026-03-09T00:00:00.000Z');
    app.clock.set(new Date(MONDAY.getTime() - 3_600_000));
    await (await admin()).ok(sendReport, { body: { reportScheduleId } });
    expect((await listed())?.nextAt).toBe('2026-03-16T00:00:00.000Z');
  });

  it('are made at the first day of a month in the time zone of the schedule', async () => {
    await add({ kind: 'monthly', timeZone: 'America/New_York', time: '06:00' });
    await makeDue(new Date('2026-04-01T09:59:00Z'));
    expect(await stored()).toEqual([]);
    await makeDue(new Date('2026-04-01T10:00:00Z'));
    expect(await stored()).toMatchObject([{ kind: 'monthly', fromDate: '2026-03-01' }]);
  });

  it('are not made again after the stored report was deleted, also one that was sent by hand before it was due', async () => {
    await add({ kind: 'monthly' });
    const byHand = await add();
    app.clock.set(new Date(MONDAY.getTime() - 3_600_000));
    await (await admin()).ok(sendReport, { body: { reportScheduleId: byHand } });
    await app.db.deleteFrom('report').execute();
    await makeDue(MONDAY);
    expect(await stored()).toEqual([]);
    await makeDue(new Date('2026-04-01T09:00:00+09:00'));
    expect((await stored()).filter(({ kind }) => kind === 'monthly')).toHaveLength(1);
    await app.db.deleteFrom('report').where('kind', '=', 'monthly').execute();
    await makeDue(new Date('2026-04-16T09:00:00+09:00'));
    expect((await stored()).filter(({ kind }) => kind === 'monthly')).toEqual([]);
  });

  it('go out as a mail with tables, in which hostile names are only text', async () => {
    const name = '<img src=x onerror=alert(1)>"&\'';
    const hostId = await addCluster(app.db, subGroupId, name);
    await changeRows(app.db, 'metaGroup', { metaGroupId }, { name: 'a\r\nBcc: evil@example.com' });
    const firstBatchAt = new Date(SUNDAY.getTime() - 9 * DAY_MS);
    await addRows(app.db, 'clusterLive', { hostId, facts: '{}', firstBatchAt, lastBatchAt: SUNDAY });
    await add();
    await makeDue(MONDAY);
    await app.services.notifications.sendNow();
    const message = decoded(mails.received[0]?.message ?? '');
    expect(message.slice(message.indexOf('<!doctype'))).not.toMatch(/<img/);
    expect(message).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;&#39;');
    expect(message).not.toMatch(/^Bcc:/m);
    expect(message).toContain('<table');
    expect(message).toContain('text/plain');
    expect(message).toContain('■ 클러스터별 가동률');
    expect(message).toContain(`/report?metaGroupId=${metaGroupId}`);
  });

  it('hold only what the group admin who saved the schedule may see, and are not made when that is nothing', async () => {
    const { userNo, userId } = await addUser(app.db, { role: 3 });
    const ownGroupId = await addMetaGroup(app.db, userNo);
    const ownSubGroupId = await addSubGroup(app.db, ownGroupId);
    await addCluster(app.db, ownSubGroupId);
    const owner = await app.signIn(userId);
    await owner.ok(insertReportSchedule, { body: body({ metaGroupId: ownGroupId }) });
    await changeRows(app.db, 'metaGroup', { metaGroupId: ownGroupId }, { ownerUserNo: null });
    await makeDue(MONDAY);
    expect(await stored()).toEqual([]);
    expect((await listed())?.failure?.why).toBe('noAccess');
    const other = await addSubGroup(app.db, ownGroupId);
    await addCluster(app.db, other);
    await addMember(app.db, userNo, ownSubGroupId);
    await makeDue(later(15));
    const [row] = await app.db.selectFrom('report').select('content').execute();
    const subGroupList = [{ subGroupId: ownSubGroupId }];
    expect(row?.content).toMatchObject({ isWholeGroup: false, subGroupList });
  });

  it('are managed by total admins and by the owner of the group only', async () => {
    const { userNo, userId } = await addUser(app.db, { role: 3 });
    await addMember(app.db, userNo, subGroupId);
    const member = await app.signIn(userId);
    const reportScheduleId = await add();
    expect((await member.call(insertReportSchedule, { body: body() })).code).toBe(8005);
    expect((await member.call(sendReport, { body: { reportScheduleId } })).code).toBe(8005);
    expect((await member.call(deleteReportSchedule, { params: { reportScheduleId } })).code).toBe(8005);
    expect((await member.ok(listReportSchedules)).scheduleList).toEqual([]);
    const change = { reportScheduleId, ...body({ time: '07:00' }) };
    await (await admin()).ok(updateReportSchedule, { body: change });
    expect(await listed()).toMatchObject({ time: '07:00', version: 1, last: null, delivery: null });
    const old = { reportScheduleId, ...body(), version: 0 };
    expect((await (await admin()).call(updateReportSchedule, { body: old })).code).toBe(8004);
  });

  it('are sent at once on request: the stored report again, and one message for two requests', async () => {
    const reportScheduleId = await add();
    await makeDue(MONDAY);
    await app.services.notifications.sendNow();
    const caller = await admin();
    const send = () => caller.ok(sendReport, { body: { reportScheduleId } });
    expect(await send()).toEqual({ result: 'queued' });
    expect(await send()).toEqual({ result: 'alreadyWaiting' });
    await app.services.notifications.sendNow();
    expect(mails.received).toHaveLength(2);
    expect(await stored()).toHaveLength(1);
  });

  it('are not sent by hand when the schedule is deleted meanwhile', async () => {
    const reportScheduleId = await add();
    await addCluster(app.db, subGroupId);
    const { metricStore } = app.services;
    const read = metricStore.series.bind(metricStore);
    const series = vi.spyOn(metricStore, 'series').mockImplementation(async (query) => {
      await app.db.deleteFrom('reportSchedule').execute();
      return await read(query);
    });
    onTestFinished(() => series.mockRestore());
    expect((await (await admin()).call(sendReport, { body: { reportScheduleId } })).code).toBe(8003);
    expect(await app.db.selectFrom('outbox').select('reason').execute()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('are not sent by hand without a record of it', async () => {
    const reportScheduleId = await add();
    await sql`alter table audit add constraint no_record check (action <> 'reportSchedule.send') not valid`.execute(
      app.db,
    );
    const { code } = await (await admin()).call(sendReport, { body: { reportScheduleId } });
    await sql`alter table audit drop constraint no_record`.execute(app.db);
    expect(code).not.toBe(200);
    expect(await app.db.selectFrom('outbox').select('reason').execute()).toEqual([]);
  });

  it('keep a mail that fails, say why, and drop it when the schedule is deleted', async () => {
    const reportScheduleId = await add({ recipientList: '["nobody@example.com"]' });
    await makeDue(MONDAY);
    await app.services.notifications.sendNow();
    const note = { why: 'mailRefused', detail: '550' };
    expect((await listed())?.delivery).toMatchObject({ state: 'waiting', note });
    await (await admin()).ok(deleteReportSchedule, { params: { reportScheduleId } });
    app.clock.advance(60_000);
    await app.services.notifications.sendNow();
    const [row] = await rowsOf(app.db, 'outbox', { reportScheduleId }, ['state', 'note']);
    expect(row).toEqual({ state: 'dropped', note: { why: 'scheduleDeleted', detail: null } });
    expect(await stored()).toHaveLength(1);
  });
});

/** The parts of a mail as text, whatever their encoding. */
function decoded(message: string): string {
  return message
    .split(/\r?\n--/)
    .map((part) => {
      const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
      const content = rest.join('\n\n');
      if (/base64/i.test(head)) return `${head}\n\n${Buffer.from(content, 'base64').toString()}`;
      if (!/quoted-printable/i.test(head)) return part;
      const bytes = content
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return `${head}\n\n${Buffer.from(bytes, 'latin1').toString()}`;
    })
    .join('\n');
}
