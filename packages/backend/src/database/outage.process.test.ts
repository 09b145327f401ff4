import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnEachDatabase, openTestDatabase } from '@gwanje/testkit/databases';
import { startEmbeddedDatabase } from '@gwanje/testkit/embedded-database';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { isUnavailable, openDatabase, openPool } from './connection.ts';

describe('killing the embedded database under an open pool', () => {
  it('fails the open transaction and further queries, and the pool works again after the restart', async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(temporaryFolder());
    cpSync(inject('embeddedTemplate'), join(folder.path, 'postgres'), { recursive: true });
    const database = stack.use(await startEmbeddedDatabase(folder.path));
    const pool = openDatabase(database.address);
    stack.defer(() => pool.close());
    const read = () => pool.db.selectFrom('alarmTemplate').select('name').execute();
    await Promise.all([read(), read(), read()]);

    const inTransaction = pool.db.transaction().execute(async (trx) => {
      await trx.insertInto('audit').values({ action: 'lost', outcome: 'done' }).execute();
      await database.kill();
      await trx.insertInto('audit').values({ action: 'lost', outcome: 'done' }).execute();
    });
    await expect(inTransaction).rejects.toSatisfy(isUnavailable);
    await expect(read()).rejects.toSatisfy(isUnavailable);

    await database.start();
    expect(await read()).toEqual([{ name: '기본 템플릿' }]);
    expect(await pool.db.selectFrom('audit').selectAll().execute()).toEqual([]);
  });
});

describeOnEachDatabase('a connection', (database) => {
  it('that breaks in a transaction blocks no other client and leaves no changes', async () => {
    const { address, db } = database();
    const pool = openPool(address);
    const client = await pool.connect();
    client.on('error', () => {});
    await client.query('begin');
    await client.query("insert into audit (action, outcome) values ('abandoned', 'done')");
    await client.query('lock table audit');
    const reading = db.selectFrom('audit').selectAll().execute();
    // A killed process closes its socket without a message.
    const closed = new Promise((resolve) => client.once('end', resolve));
    Reflect.get(client, 'connection').stream.destroy();
    await closed;
    expect(await reading).toEqual([]);
    client.release(true);
    await pool.end();
  });

  it('is discarded, not reused, after a query timeout', async () => {
    const shortTimeout = openDatabase(database().address, { poolSize: 1, answerWithinMs: 300 });
    onTestFinished(() => shortTimeout.close());
    await expect(sql`select pg_sleep(1)`.execute(shortTimeout.db)).rejects.toSatisfy(isUnavailable);
    const read = () => sql`select 1 as one`.execute(shortTimeout.db).then(({ rows }) => rows);
    await expect.poll(read).toEqual([{ one: 1 }]);
  });
});

describe('a statement over the time limit', () => {
  it('is cancelled by the server', async () => {
    const { address, close } = await openTestDatabase('postgres');
    const shortTimeout = openDatabase(address, { statementWithinMs: 200 });
    await expect(sql`select pg_sleep(5)`.execute(shortTimeout.db)).rejects.toMatchObject({ code: '57014' });
    await shortTimeout.close();
    await close();
  });
});
