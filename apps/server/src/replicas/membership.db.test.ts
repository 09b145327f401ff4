import { Lease } from '@gwanje/backend/database/lease';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { Membership, requireNoReplicas, SERVER_LEASE } from './membership.ts';
import { readOwnershipRows } from './ownership/ownership-repository.ts';

const logger = pino({ level: 'silent' });

describeWithDatabase('a replica', (database) => {
  const join = (name: string, times: { leaseMs?: number; renewEveryMs?: number } = {}) =>
    Membership.join({
      db: database().db,
      url: `http://${name}:4102`,
      version: '1.2.3',
      logger,
      renewEveryMs: 20,
      ...times,
    });
  const members = async () => (await readOwnershipRows(database().db)).members;
  afterEach(() => sql`delete from replica`.execute(database().db));

  it('is listed while it runs, and gone after a clean stop', async () => {
    const a = await join('a');
    await using b = await join('b');
    expect(a.replicaId).not.toBe(b.replicaId);
    expect(await members()).toMatchObject([
      { replicaId: a.replicaId, url: 'http://a:4102', version: '1.2.3', isLive: true, isSynced: false },
      { replicaId: b.replicaId, isLive: true, isLeaving: false },
    ]);
    await a[Symbol.asyncDispose]();
    expect(a.isHeld()).toBe(false);
    expect((await members()).map(({ url }) => url)).toEqual(['http://b:4102']);
  });

  it('shows the others that it is synced and that it leaves', async () => {
    await using a = await join('a');
    await a.markSynced();
    await a.markLeaving();
    expect(await members()).toMatchObject([{ isSynced: true, isLeaving: true }]);
    const [{ startedMs = 0 } = {}] = await members();
    await expect.poll(async () => (await members())[0]?.isLive).toBe(true);
    expect((await members())[0]?.startedMs).toBe(startedMs);
  });

  it('shows the others for which metric engines samples wait on its disk', async () => {
    await using a = await join('a');
    a.reportBehindEngines(['http://victoria-2:8428']);
    await expect.poll(async () => (await members())[0]?.behindEngines).toEqual(['http://victoria-2:8428']);
  });

  it('counts itself out before the others do when it cannot renew', async () => {
    await using a = await join('a', { leaseMs: 400, renewEveryMs: 60_000 });
    await expect.poll(() => a.isHeld(), { interval: 5 }).toBe(false);
    expect((await members())[0]?.replicaId).toBe(a.replicaId);
    await expect.poll(async () => (await members())[0]?.isLive).toBe(false);
  });

  it('is a member again after an outage, and knows how long it has been one', async () => {
    await using a = await join('a', { leaseMs: 100, renewEveryMs: 250 });
    await expect.poll(() => a.isHeld(), { interval: 5 }).toBe(false);
    expect(a.heldForMs()).toBe(0);
    await expect.poll(() => a.isHeld(), { interval: 5 }).toBe(true);
    expect(a.heldForMs()).toBeLessThan(110);
  });

  it('waits while another live process has its address', async () => {
    const first = await join('a');
    const second = join('a');
    await expect(Promise.race([second, new Promise((r) => setTimeout(r, 100, 'waits'))])).resolves.toBe(
      'waits',
    );
    await first[Symbol.asyncDispose]();
    await using joined = await second;
    expect(joined.isHeld()).toBe(true);
  });

  it('replaces its dead earlier process at once, and that process learns it when it wakes up', async () => {
    await using paused = await join('a', { leaseMs: 500, renewEveryMs: 1000 });
    await expect.poll(async () => (await members())[0]?.isLive).toBe(false);
    await using next = await join('a', { leaseMs: 500 });
    await paused.taken;
    expect([paused.isHeld(), next.isHeld()]).toEqual([false, true]);
    expect((await members()).map(({ replicaId }) => replicaId)).toEqual([next.replicaId]);
  });

  it('stays a member when the clock of the database was set back', async () => {
    await sql`insert into replica (replica_id, url, version, process, expires_at)
      values ('old', 'http://old:4102', '1', 'x/1/x', clock_timestamp() + interval '1 year')`.execute(
      database().db,
    );
    await using _a = await join('a', { leaseMs: 300 });
    await expect.poll(async () => (await members()).map(({ isLive }) => isLive)).toEqual([true, false]);
  });

  it('deletes the rows of replicas that died long ago', async () => {
    await sql`insert into replica (replica_id, url, version, process, expires_at) values
      ('old', 'http://old:4102', '1', 'x/1/x', clock_timestamp() - interval '11 minutes'),
      ('new', 'http://new:4102', '1', 'x/1/x', clock_timestamp() - interval '1 minute')`.execute(
      database().db,
    );
    await using a = await join('a');
    expect((await members()).map(({ replicaId }) => replicaId).sort()).toEqual([a.replicaId, 'new'].sort());
  });
});

describeWithDatabase('a server without replicas', (database) => {
  it('does not start beside live replicas, and the error names them', async () => {
    const { db } = database();
    const replica = await Membership.join({ db, url: 'http://a:4102', version: '1', logger });
    await expect(requireNoReplicas(db)).rejects.toThrow(
      'replicas use this database (http://a:4102): give this server its own GWANJE_REPLICA_URL, or stop them',
    );
    await replica[Symbol.asyncDispose]();
    await requireNoReplicas(db);
  });

  it('makes a replica wait', async () => {
    const { db } = database();
    const lease = await Lease.open({ db, name: SERVER_LEASE, logger });
    const joining = Membership.join({ db, url: 'http://a:4102', version: '1', logger });
    await expect(Promise.race([joining, new Promise((r) => setTimeout(r, 200, 'waits'))])).resolves.toBe(
      'waits',
    );
    await expect.poll(async () => (await readOwnershipRows(db)).members).toEqual([]);
    await lease[Symbol.asyncDispose]();
    await using joined = await joining;
    expect(joined.isHeld()).toBe(true);
  });
});
