import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { readVersions } from './change-version.ts';

const SESSION = sql`
  insert into session (token_hash, user_no, created_at, last_seen_at, user_agent, address)
  select sha256('counted'), user_no, now(), now(), '', ''
  from user_account where user_id = 'counted'`;
const KEYS = sql`
  with token as (
    insert into access_token (user_no, name, token_hash, prefix, role, is_limited, created_at, expires_at)
    select user_no, 'script', sha256('token'), 'gwa_', 2, false, now(), now() + '1 d'
    from user_account where user_id = 'counted'
  ) insert into wallboard_key (user_no, name, token_hash, prefix, board_ids, created_at)
    select user_no, 'screen', sha256('key'), 'gww_', '{}', now() from user_account where user_id = 'counted'`;

describeWithDatabase('the version of rights', (database) => {
  async function version(): Promise<number> {
    return (await rowOf(database().db, 'changeVersion', { topic: 'rights' })).version;
  }
  async function raisedBy(...statements: RawBuilder<unknown>[]): Promise<number> {
    const before = await version();
    const { db } = database();
    await db.transaction().execute(async (trx) => {
      for (const statement of statements) await statement.execute(trx);
    });
    return (await version()) - before;
  }

  it('increases by one with each transaction that changes rights, and with no other transaction', async () => {
    const user = sql`insert into user_account (user_id, name, role) values ('counted', 'Counted', 2)`;
    const renamed = sql`update user_account set name = 'Renamed' where user_id = 'counted'`;
    expect(await raisedBy(user, renamed)).toBe(1);
    expect(await raisedBy(sql`select * from user_account`)).toBe(0);
    expect(await raisedBy(SESSION)).toBe(0);
    expect(await raisedBy(sql`update session set last_seen_at = now() + '1 min'`)).toBe(0);
    expect(await raisedBy(sql`update session set created_at = now() - '1 d'::interval`)).toBe(1);
    expect(await raisedBy(sql`update security_setting set version = version + 1`)).toBe(1);
    expect(await raisedBy(sql`delete from session`)).toBe(1);
    expect(await raisedBy(KEYS)).toBe(0);
    const used = sql`update access_token set last_used_at = now(), last_used_from = '10.0.0.1'`;
    const seen = sql`update wallboard_key set last_seen_at = now(), last_seen_from = '10.0.0.1'`;
    expect(await raisedBy(used, seen)).toBe(0);
    for (const table of ['access_token', 'wallboard_key'].map((name) => sql.table(name))) {
      expect(await raisedBy(sql`update ${table} set revoked_at = now()`)).toBe(1);
      expect(await raisedBy(sql`delete from ${table}`)).toBe(1);
    }
  });

  it('does not change when the transaction is rolled back', async () => {
    const before = await version();
    const undone = database()
      .db.transaction()
      .execute(async (trx) => {
        await sql`update user_account set name = 'Undone'`.execute(trx);
        throw new Error('undone');
      });
    await expect(undone).rejects.toThrow('undone');
    expect(await version()).toBe(before);
  });
});

describeWithDatabase('the versions of clusters and alarm settings', (database) => {
  /** The topics whose version a statement raises. */
  async function raisedBy(statement: RawBuilder<unknown>): Promise<string[]> {
    const before = await readVersions(database().db);
    await statement.execute(database().db);
    const after = await readVersions(database().db);
    return [...after.keys()].filter((topic) => after.get(topic) !== before.get(topic)).toSorted();
  }

  it('increase with changes of their tables', async () => {
    const { db } = database();
    await sql`insert into meta_group (name, name_key) values ('m', 'm')`.execute(db);
    const group = sql`insert into sub_group (meta_group_id, name, name_key) select meta_group_id, 's', 's' from meta_group`;
    await group.execute(db);
    const cluster = sql`insert into cluster (name, name_key, sub_group_id, alarm_template_id)
      select 'c', 'c', sub_group_id, alarm_template_id from sub_group, alarm_template limit 1`;
    const setting = sql`insert into alarm_setting (host_id, settings, version, updated_at) select host_id, '{}', 1, now() from cluster`;
    const eventAlarm = sql`insert into event_alarm (host_id, name, name_key, is_on, is_notified, window_min, updated_at)
      select host_id, 'e', 'e', true, true, 10, now() from cluster`;
    const object = sql`insert into object (object_id, host_id, kind, uid, name, first_seen_at, last_seen_at)
      select 1, host_id, 'pod', 'u', 'n', now(), now() from cluster`;
    expect(await raisedBy(cluster)).toEqual(['alarmSettings', 'clusters']);
    expect(await raisedBy(sql`update cluster set name = 'd'`)).toEqual(['alarmSettings', 'clusters']);
    expect(await raisedBy(setting)).toEqual(['alarmSettings']);
    expect(await raisedBy(eventAlarm)).toEqual(['alarmSettings']);
    expect(await raisedBy(sql`update alarm_template set settings = '{}'`)).toEqual(['alarmSettings']);
    expect(await raisedBy(object)).toEqual([]);
    expect(await raisedBy(sql`delete from cluster`)).toEqual(['alarmSettings', 'clusters']);
  });

  it('let two transactions change the same topics in different order', async () => {
    const { db } = database();
    const template = sql`update alarm_template set settings = '{}'`;
    const group = sql`update meta_group set name = name || 'x'`;
    const newGroup = sql`insert into meta_group (name, name_key) values ('n', 'n')`;
    const newTemplate = sql`insert into alarm_template (name, name_key) values ('n', 'n')`;
    type Statement = RawBuilder<unknown>;
    const change = (first: Statement, second: Statement, begun: () => void, other: Promise<void>) =>
      db.transaction().execute(async (trx) => {
        await sql`set constraints all immediate`.execute(trx);
        const changed = first.execute(trx);
        begun();
        await other;
        await changed;
        await second.execute(trx);
      });
    const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const before = await readVersions(db);
    await Promise.all([
      change(template, newGroup, one.resolve, two.promise),
      change(group, newTemplate, two.resolve, one.promise),
    ]);
    const after = await readVersions(db);
    const raised = (['rights', 'alarmSettings'] as const).map(
      (topic) => (after.get(topic) ?? 0) - (before.get(topic) ?? 0),
    );
    expect(raised).toEqual([2, 2]);
  });
});
