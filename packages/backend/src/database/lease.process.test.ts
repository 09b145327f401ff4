import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { describeOnEachDatabase } from '@gwanje/testkit/databases';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Lease } from './lease.ts';

const logger = pino({ level: 'silent' });

describeOnEachDatabase('a lease', (database) => {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database().db);
  const open = (name: string, leaseMs?: number) =>
    Lease.open({ db: database().db, name, logger, renewEveryMs: 20, ...(leaseMs && { leaseMs }) });

  it('is held by one process per name, and can be taken at once after its release', async () => {
    const first = await open('a');
    await using second = await open('a');
    await using other = await open('b');
    expect([first.isHeld(), second.isHeld(), other.isHeld()]).toEqual([true, false, true]);
    await first[Symbol.asyncDispose]();
    expect(first.isHeld()).toBe(false);
    await expect.poll(() => second.isHeld()).toBe(true);
  });

  it('ends before another process can take it when it cannot be renewed', async () => {
    await using cut = await open('c');
    expect(cut.isHeld()).toBe(true);
    // The row of another holder, which this lease cannot renew before its end.
    await sql`update process_lease set holder = 'other', expires_at = clock_timestamp() + interval '6 s'
      where name = 'c'`.execute(database().db);
    await cut.taken;
    expect(cut.isHeld()).toBe(false);
    await run(sql`update process_lease set expires_at = clock_timestamp() where name = 'c'`);
    await expect.poll(() => cut.isHeld()).toBe(true);
  });

  it('survives a clock that was set back', async () => {
    await run(sql`insert into process_lease values ('d', 'gone', clock_timestamp() + interval '1 year')`);
    await using lease = await open('d');
    expect(lease.isHeld()).toBe(true);
  });

  it('reports when it is first held, and when another process takes it', async () => {
    const first = await open('e');
    await using second = await open('e');
    const reports: string[] = [];
    void second.firstHeld.then(() => reports.push('begun'));
    void second.taken.then(() => reports.push('taken'));
    await first[Symbol.asyncDispose]();
    await second.firstHeld;
    await sql`update process_lease set holder = 'elsewhere/1/x', expires_at = clock_timestamp() + interval '5 s'
      where name = 'e'`.execute(database().db);
    await second.taken;
    expect(reports).toEqual(['begun', 'taken']);
    expect(second.isHeld()).toBe(false);
  });

  it('of a dead process on this machine is free at once', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const held = (holder: string) =>
      run(sql`insert into process_lease values ('f', ${holder}, clock_timestamp() + interval '5 s')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`);
    const isFree = async () => {
      await using lease = await open('f', 7_000);
      return lease.isHeld();
    };
    await held(`${hostname()}/${pid}/x`);
    expect(await isFree()).toBe(true);
    // In a container the next process has the same pid.
    await held(`${hostname()}/${process.pid}/x`);
    expect(await isFree()).toBe(true);
    for (const alive of [`${hostname()}/${process.ppid}/x`, `elsewhere/${pid}/x`]) {
      await held(alive);
      expect(await isFree()).toBe(false);
    }
  });
});
