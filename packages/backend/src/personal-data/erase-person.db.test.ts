import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { addRow, addRows, changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agedAudit } from '../audit-log/aged-audit.ts';
import { eraseFromLog } from '../audit-log/erase-entries.ts';
import { eraseFromFiles } from '../audit-log/erase-files.ts';
import { sealEntries } from '../audit-log/seal-entries.ts';
import { verifyLog } from '../audit-log/verify-log.ts';
import type { Db } from '../database/schema.ts';
import { recordAudit } from '../identity/audit.ts';
import { deleteAged } from '../retention/aged-table.ts';
import { erasePerson } from './erase-person.ts';

const now = new Date();
const later = new Date(now.getTime() + 120_000);

describeWithDatabase('the erasure of a person', (database) => {
  const stack = new DisposableStack();
  let folder: string;
  let db: Db;
  let hong: number;
  let kim: number;
  let alarmId = 0;
  beforeAll(() => {
    db = database().db;
  });
  afterAll(() => stack.dispose());
  beforeEach(async () => {
    folder = stack.use(temporaryFolder()).path;
    for (const table of ['userAccount', 'erasure', 'alarm', 'webhook', 'outbox', 'handover'] as const)
      await db.deleteFrom(table).execute();
    for (const table of ['metaGroup', 'loginThrottle', 'idempotency'] as const)
      await db.deleteFrom(table).execute();
    await run(sql`alter table audit disable trigger user`);
    await run(sql`truncate audit, audit_export`);
    await run(sql`alter table audit enable trigger user`);
    await run(sql`update audit_chain set last_no = 0, last_hash = '', deleted_no = 0, deleted_hash = ''`);
    hong = await addUser('hong', '홍길동', 'hong@example.com');
    // Another person of the same name.
    kim = await addUser('kim', '홍길동', 'kim@example.com');
    await addHistory();
  });

  const run = (statement: RawBuilder<unknown>) => statement.execute(db);

  async function addUser(userId: string, name: string, email: string): Promise<number> {
    return (await addRow(db, 'userAccount', { userId, name, email, role: 2, status: 2 })).userNo;
  }

  async function addHistory(): Promise<void> {
    await run(sql`insert into session (token_hash, user_no, user_agent, address)
      values (${Buffer.alloc(32, 1)}, ${hong}, 'Firefox', '192.0.2.7')`);
    await run(sql`insert into login_throttle (key, failure_cnt, last_failure_at) values
      ('user:hong', 1, now()), ('browser:abc:hong', 1, now()),
      ('factor:user:hong', 1, now()), ('factor:browser:abc:hong', 1, now()), ('user:hong2', 1, now())`);
    await run(
      sql`insert into idempotency (user_no, key, request_hash, response) values (${hong}, 'k', 'h', '{}')`,
    );
    for (const userNo of [hong, kim]) {
      alarmId++;
      await run(sql`insert into alarm (alarm_id, host_id, object_key, item_key, target, object_name, type, level, confirm_level,
          occurred_at, last_occurred_at, changed_at, is_notified, confirmed_by)
        values (${alarmId}, 1, ${`o${alarmId}`}, 'node.notReady', 'node', 'n', 1, 5, 2, now(), now(), now(), true, '홍길동')`);
      await run(sql`insert into alarm_change (alarm_id, at, change, confirm_level, level, user_no, user_name)
        values (${alarmId}, now(), 'confirmed', 2, 5, ${userNo}, '홍길동')`);
      await run(sql`insert into alarm_memo (alarm_id, at, user_no, user_name, text)
        values (${alarmId}, now(), ${userNo}, '홍길동', '확인했습니다')`);
      await run(sql`insert into outbox (delivery_id, webhook_id, webhook_name, reason, payload, state, created_at)
        values (gen_random_uuid(), 1, 'mail', 'raised',
          ${`{"alarm": {"alarmId": ${alarmId}, "user": "홍길동", "name": "홍길동"}}`}, 'waiting', now())`);
      await run(sql`insert into outbox (delivery_id, user_no, webhook_name, reason, payload, state, created_at)
        values (gen_random_uuid(), ${userNo}, '홍길동', 'escalated', '{}', 'delivered', now())`);
    }
    await run(sql`insert into webhook (alarm_template_id, name, name_key, kind, recipient_list, min_level, is_on, sends_recovery,
        language, created_at, updated_at)
      values (1, 'mail', 'mail', 'email', '["HONG@example.com", "kim@example.com"]', 1, true, true, 'ko', now(), now())`);
    for (const userId of ['hong', 'kim']) {
      const userNo = userId === 'hong' ? hong : kim;
      const before = { name: '홍길동', email: `${userId}@example.com` };
      await recordAudit(db, {
        actor: { userNo, userId },
        action: 'cluster.update',
        target: { kind: 'cluster', id: 1 },
        outcome: 'done',
        detail: { before: { name: 'a' }, after: { name: '홍길동' } },
        address: '192.0.2.7',
      });
      await recordAudit(db, {
        actor: { userNo: 1, userId: 'admin' },
        action: 'user.update',
        target: { kind: 'user', id: userNo },
        outcome: 'done',
        detail: { userId, before, after: { name: '홍길순' } },
        address: '192.0.2.1',
      });
    }
    await recordAudit(db, { actor: null, action: 'x', outcome: 'denied', detail: { viewAs: 'hong' } });
  }

  const erase = (userNo: number) => db.transaction().execute((trx) => erasePerson(trx, userNo, kim, now));
  const auditText = async () =>
    JSON.stringify(await db.selectFrom('audit').select(['actorUserId', 'address', 'detail']).execute());
  const problem = async () => (await verifyLog(db, folder)).problem;

  it('leaves the number in the history, and everything about others', async () => {
    expect(await erase(hong)).toBe(true);
    const accounts = await db.selectFrom('userAccount').select('userId').execute();
    expect(accounts).toEqual([{ userId: 'kim' }]);
    for (const table of ['session', 'idempotency'] as const)
      expect(await db.selectFrom(table).select('userNo').execute()).toEqual([]);
    const keys = await db.selectFrom('loginThrottle').select('key').execute();
    expect(keys).toEqual([{ key: 'user:hong2' }]);
    const names = [`#${hong}`, '홍길동'];
    for (const table of ['alarmChange', 'alarmMemo'] as const) {
      const rows = await rowsOf(db, table, {}, ['userName'], ['alarmId']);
      expect(rows.map(({ userName }) => userName)).toEqual(names);
    }
    const alarms = await rowsOf(db, 'alarm', {}, ['confirmedBy'], ['alarmId']);
    expect(alarms.map(({ confirmedBy }) => confirmedBy)).toEqual(names);
    expect((await rowOf(db, 'webhook', {})).recipientList).toEqual(['kim@example.com']);
    const messages = await rowsOf(db, 'outbox', { userNo: null }, ['payload'], ['seq']);
    // The alarm's object has this name too.
    expect(messages.map(({ payload }) => payload)).toMatchObject(
      names.map((user) => ({ alarm: { user, name: '홍길동' } })),
    );
    const mails = await rowsOf(db, 'outbox', {}, ['userNo', 'webhookName'], ['seq']);
    expect(mails.flatMap(({ userNo, webhookName }) => (userNo ? [webhookName] : []))).toEqual(names);
  });

  it('finds the person in handovers and escalation steps by the number, not by the name', async () => {
    const both = (key: string) => [hong, kim].map((userNo) => ({ [key]: '홍길동', userNo }));
    const content = {
      openedList: [
        { objectName: 'hong', namespace: 'hong', confirmedBy: '홍길동', confirmedByNo: hong },
        { objectName: '홍길동', confirmedBy: '홍길동', confirmedByNo: kim },
      ],
      muteList: both('userName'),
      settingList: [{ name: 'hong', userId: 'hong' }],
    };
    const { metaGroupId } = await addRow(db, 'metaGroup', { name: '그룹', nameKey: '그룹' });
    await run(sql`insert into handover (meta_group_id, sub_group_ids, rota_name, shift_id, shift_date, shift_name, time_zone, name_list,
        from_at, to_at, state, content, notes, remarks, search_text, created_at, updated_at)
      values (${metaGroupId}, '[]', 'r', 's', '2026-01-01', 'd', 'UTC', ${JSON.stringify(both('name'))}, now(), now(), 'finished',
        ${JSON.stringify(content)}, '', '{}', ${'r\n홍길동\n홍길동식당'}, now(), now()),
        (${metaGroupId}, '[]', 'r', 's', '2026-01-02', 'd', 'UTC', ${JSON.stringify(both('name').slice(1))}, now(), now(), 'draft',
        null, '', '{}', '홍길동', now(), now())`);
    const skipped = both('name').map((person) => ({ ...person, role: 'first', why: 'noAddress' }));
    await run(sql`insert into alarm_escalation (alarm_id, duty_rota_id, began_at, step_no, user_no, rota_name, step_to, skipped,
        delivery_ids, at)
      values (${alarmId}, 1, now(), 0, 0, 'r', 'first', ${JSON.stringify(skipped)}, '{}', now())`);
    await erase(hong);
    const step = await rowOf(db, 'alarmEscalation', {});
    expect(step.skipped).toMatchObject([{ name: `#${hong}` }, { name: '홍길동' }]);
    const handovers = await rowsOf(db, 'handover', {}, '*', ['shiftDate']);
    expect(handovers.map(({ nameList, searchText }) => [nameList, searchText])).toMatchObject([
      [[{ name: `#${hong}` }, { name: '홍길동' }], 'r\n홍길동식당'],
      [[{ name: '홍길동' }], '홍길동'],
    ]);
    expect(handovers[0]?.content).toEqual({
      openedList: [{ ...content.openedList[0], confirmedBy: `#${hong}` }, content.openedList[1]],
      muteList: [{ userName: `#${hong}`, userNo: hong }, content.muteList[1]],
      settingList: [{ name: 'hong', userId: `#${hong}` }],
    });
  });

  it('does nothing the second time, also when two calls run at once', async () => {
    expect((await Promise.all([erase(hong), erase(hong)])).sort()).toEqual([false, true]);
    expect(await erase(hong)).toBe(false);
  });

  it.each([
    ['sealed before', true],
    ['not sealed yet', false],
  ])('leaves the audit log pseudonymous and its chain intact, with entries %s', async (_, isSealed) => {
    if (isSealed) await sealEntries(db, now);
    await erase(hong);
    expect(await eraseFromLog(db, now)).toBe(3);
    const text = await auditText();
    for (const gone of ['"hong"', 'hong@example.com', '홍길순"},"userId":"hong'])
      expect(text).not.toContain(gone);
    expect(text).toContain(`"viewAs":"#${hong}"`);
    expect(text).toContain('"kim@example.com"');
    expect(text).toContain('192.0.2.1');
    expect(await problem()).toBeNull();
    await sealEntries(db, now);
    expect(await verifyLog(db)).toMatchObject({ problem: null, unsealedCnt: 0 });
    const { detail, ...act } = await rowOf(db, 'audit', { actorUserNo: hong });
    expect(act).toMatchObject({ actorUserId: null, address: null, action: 'cluster.update', targetId: '1' });
    // The name of a cluster is no name of the person.
    expect(detail).toEqual({ before: { name: 'a' }, after: { name: '홍길동' } });
  });

  it('leaves no name of an identity provider in the log, nor the address of a refused sign-on', async () => {
    const names = { userName: 'hong@idp', externalId: 'e-77' };
    await addRows(db, 'scimUser', { userNo: hong, userNameKey: 'hong@idp', ...names });
    const subject = { oidcIssuer: 'https://id.example.com', oidcSubject: 'sub-77' };
    await changeRows(db, 'userAccount', { userNo: hong }, subject);
    const before = { userName: 'hong.g@idp', externalId: 'e-7' };
    await recordAudit(db, {
      actor: { userNo: 1, userId: 'admin' },
      action: 'user.provision',
      target: { kind: 'user', id: hong },
      outcome: 'done',
      detail: { before, after: names },
    });
    await recordAudit(db, {
      actor: null,
      action: 'session.create',
      outcome: 'denied',
      detail: { method: 'oidc', reason: 'noRole', subject: 'sub-77' },
      address: '192.0.2.77',
    });
    await sealEntries(db, now);
    await erase(hong);
    await eraseFromLog(db, now);
    const text = await auditText();
    for (const gone of ['hong@idp', 'hong.g@idp', 'e-77', 'e-7"', 'sub-77', '192.0.2.77'])
      expect(text).not.toContain(gone);
    await sealEntries(db, now);
    expect(await problem()).toBeNull();
  });

  it('finds an entry that was recorded late, and forgets the names after that', async () => {
    await erase(hong);
    await eraseFromLog(db, now);
    const state = () => db.selectFrom('erasure').selectAll().executeTakeFirstOrThrow();
    expect(await state()).toMatchObject({ finishedAt: null, knownNames: { userIds: ['hong'] } });
    const actor = { userNo: hong, userId: 'hong' };
    await recordAudit(db, { actor, action: 'session.end', outcome: 'done' });
    await sealEntries(db, now);
    expect(await eraseFromLog(db, later)).toBe(1);
    expect(await state()).toMatchObject({ finishedAt: later, knownNames: null });
    expect(await eraseFromLog(db, later)).toBe(0);
    await sealEntries(db, later);
    expect(await problem()).toBeNull();
  });

  it('shows an entry that was changed after its erasure', async () => {
    await sealEntries(db, now);
    await erase(hong);
    await eraseFromLog(db, now);
    await sealEntries(db, now);
    await run(sql`alter table audit disable trigger user`);
    await run(sql`update audit set detail = '{"after":{"name":"b"}}' where actor_user_no = ${hong}`);
    await run(sql`alter table audit enable trigger user`);
    expect(await problem()).toMatchObject({ kind: 'erasureUnrecorded' });
  });

  it('erases two persons from one entry', async () => {
    const detail = { list: [hong, kim].map((userNo) => ({ userNo, name: '홍길동' })) };
    await recordAudit(db, { actor: null, action: 'reportSchedule.send', outcome: 'done', detail });
    await sealEntries(db, now);
    for (const userNo of [hong, kim]) {
      await erase(userNo);
      await eraseFromLog(db, now);
      await sealEntries(db, now);
    }
    const entry = await rowOf(db, 'audit', { action: 'reportSchedule.send' });
    expect(entry.detail.list).toMatchObject([{ name: `#${hong}` }, { name: `#${kim}` }]);
    expect(await problem()).toBeNull();
  });

  it('erases a user who was deleted before, by the names in the audit log', async () => {
    await db.deleteFrom('userAccount').where('userNo', '=', hong).execute();
    await erase(hong);
    await eraseFromLog(db, now);
    expect(await auditText()).not.toContain('hong@example.com');
    expect((await rowOf(db, 'webhook', {})).recipientList).toEqual(['kim@example.com']);
  });

  it('erases the person from exported files too, and the check with the files finds nothing', async () => {
    await run(sql`alter table audit disable trigger user`);
    await run(sql`update audit set at = at - interval '500 days'`);
    await run(sql`alter table audit enable trigger user`);
    await recordAudit(db, { actor: null, action: 'demo.seed', outcome: 'done' });
    await sealEntries(db, now);
    const aged = agedAudit(folder, () => now);
    await deleteAged(db, aged, now);
    const files = async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.gz'));
      return (await Promise.all(names.map((name) => readFile(join(folder, name)))))
        .map((file) => gunzipSync(file).toString())
        .join('');
    };
    expect(await files()).toContain('hong@example.com');
    await erase(hong);
    await eraseFromLog(db, later);
    expect(await eraseFromFiles(db, folder)).toBe(1);
    expect(await files()).not.toContain('hong@example.com');
    expect(await files()).toContain('kim@example.com');
    expect(await problem()).toBeNull();
    await sealEntries(db, later);
    expect(await verifyLog(db, folder)).toMatchObject({ problem: null, fileCnt: 1 });
    expect(await eraseFromFiles(db, folder)).toBe(0);
  });
});
