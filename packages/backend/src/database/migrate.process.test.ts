import { join } from 'node:path';
import { describeOnEachDatabase, describeWithDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { beforeEach, expect, it } from 'vitest';
import { migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/all.ts';

const ALL = Object.keys(migrations);
const STUCK = join(import.meta.dirname, 'testing/stuck-migration.ts');

async function emptySchema({ db }: TestDatabase): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}

async function tables({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely_%' order by 1`.execute(db);
  return rows.map((row) => row.name);
}

describeOnEachDatabase('migrations', (database) => {
  beforeEach(() => emptySchema(database()));

  it('create the whole schema in an empty database, and change nothing the second time', async () => {
    expect(await migrateToLatest(database().address)).toEqual(ALL);
    const built = await tables(database());
    expect(built).toEqual(expect.arrayContaining(['user_account', 'cluster', 'audit']));
    expect(await migrateToLatest(database().address)).toEqual([]);
    expect(await tables(database())).toEqual(built);
    const templates = await database().db.selectFrom('alarmTemplate').select('name').execute();
    expect(templates).toEqual([{ name: '기본 템플릿' }]);
  });

  it('leave no changes when killed, and complete at the next start', async () => {
    const { address } = database();
    await using child = new TestProcess(STUCK, { args: [JSON.stringify(address)] });
    await child.waitForLine((line) => line === 'half done');
    await child.kill();
    expect(await migrateToLatest(address)).toEqual(ALL);
    expect(await tables(database())).not.toContain('half_done');
  });
});

describeWithDatabase('migrations', (database) => {
  beforeEach(() => emptySchema(database()));

  it('run once when several processes start at the same time', async () => {
    const { address } = database();
    const results = await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(address)));
    expect(results.filter((names) => names.length > 0)).toEqual([ALL]);
  });

  it('leave no changes when a step fails, and report the reason', async () => {
    const { address } = database();
    const up: Migration['up'] = async (db) => {
      await sql`insert into no_such_table values (1)`.execute(db);
    };
    const steps = { ...migrations, '9999-broken': { up } };
    await expect(migrateToLatest(address, { steps })).rejects.toThrow('no_such_table');
    expect(await tables(database())).toEqual([]);
    expect(await migrateToLatest(address)).toEqual(ALL);
  });

  it('keep what an older version stored about messages that were not delivered', async () => {
    const { address, db } = database();
    const { '0006-delivery-notes': _, ...older } = migrations;
    await migrateToLatest(address, { steps: older });
    await sql`insert into outbox (delivery_id, webhook_id, webhook_name, reason, payload, state, created_at, last_error, receipt_text) values
      (gen_random_uuid(), 1, 'hook', 'occurred', '{}', 'failed', now(), 'it answered 500', null),
      (gen_random_uuid(), 1, 'relay', 'occurred', '{}', 'failed', now(), 'the relay reports: no', 'the relay reports: no'),
      (gen_random_uuid(), 1, 'some', 'occurred', '{}', 'failed', now(), 'refused for 1 of 3; the relay reports: no', 'the relay reports: no'),
      (gen_random_uuid(), 1, 'good', 'occurred', '{}', 'delivered', now(), null, null)`.execute(db);
    await migrateToLatest(address);
    const rows = await rowsOf(db, 'outbox', {}, ['note', 'receiptText'], ['webhookName']);
    expect(rows).toEqual([
      { note: null, receiptText: null },
      { note: { why: 'older', detail: 'it answered 500' }, receiptText: null },
      { note: null, receiptText: 'no' },
      { note: null, receiptText: 'no' },
    ]);
    // A server of the older version still runs during an upgrade.
    await sql`update outbox set last_error = 'it answered 503', state = 'failed'`.execute(db);
  });

  it('refuse a database that a newer version has migrated', async () => {
    const { address } = database();
    await migrateToLatest(address, { steps: { ...migrations, '9999-newer': { up: async () => {} } } });
    await expect(migrateToLatest(address)).rejects.toThrow('9999-newer');
  });
});

it('waits for an unavailable database, and gives up after the limit', async () => {
  const migrating = migrateToLatest({ socketDir: '/tmp/gwanje-nowhere' }, { patienceMs: 300 });
  await expect(migrating).rejects.toThrow('ENOENT');
});
