import { describeWithDatabase } from '@gwanje/testkit/databases';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';

const SESSION = sql`
  insert into session (token_hash, user_no, created_at, last_seen_at, absolute_expires_at, idle_expires_at, user_agent, address)
  select sha256('counted'), user_no, now(), now(), now() + '1 d', now() + '1 d', '', ''
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
    const query = database().db.selectFrom('changeVersion').select('version').where('topic', '=', 'rights');
    return (await query.executeTakeFirstOrThrow()).version;
  }
  async function raisedBy(...statements: RawBuilder<unknown>[]): Promise<number> {
    const before = await version();
    await database()
      .db.transaction()
      .execute(async (trx) => {
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
    expect(
      await raisedBy(sql`update session set last_seen_at = now() + '1 min', idle_expires_at = now() + '2 d'`),
    ).toBe(0);
    expect(await raisedBy(sql`update session set absolute_expires_at = now()`)).toBe(1);
    expect(await raisedBy(sql`delete from session`)).toBe(1);
    expect(await raisedBy(KEYS)).toBe(0);
    expect(
      await raisedBy(sql`update access_token set last_used_at = now(), last_used_from = '10.0.0.1'`),
    ).toBe(0);
    expect(
      await raisedBy(sql`update wallboard_key set last_seen_at = now(), last_seen_from = '10.0.0.1'`),
    ).toBe(0);
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
