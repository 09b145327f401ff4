import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import { createSession } from '@gwanje/backend/identity/sessions';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { canRun } from '@gwanje/testkit/debian-program';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LogClient } from '../features/logs/testing/log-client.ts';
import { addToken, linesOf, portOf, TestAgent } from '../features/logs/testing/test-agent.ts';
import { emptyBatch, podRecord } from '../pipeline/receive/testing/batches.ts';
import { addUser } from '../testing/world.ts';
import { startPgBouncer } from './testing/pgbouncer.ts';
import { type RunningServer, startInstallation, type TestInstallation } from './testing/test-installation.ts';

/** The `seq`th batch of an agent: one more pod. */
function batch(seq: number) {
  return emptyBatch({
    seq,
    sentAt: new Date().toISOString(),
    inventory: [{ listing: null, upserts: [podRecord(seq)], deletes: [] }],
  });
}

describe('an installation with three replicas', () => {
  let installation: TestInstallation;
  const seqs = new Map<number, number>();

  beforeAll(async () => {
    installation = await startInstallation({ clusterCnt: 9 });
    await Promise.all([installation.start(), installation.start(), installation.start()]);
    await vi.waitUntil(installation.isSettled, { timeout: 120_000 });
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  function nextBatch(hostId: number) {
    const seq = (seqs.get(hostId) ?? 0) + 1;
    seqs.set(hostId, seq);
    return batch(seq);
  }
  function podsIn({ services }: RunningServer, hostId: number): string[] {
    const query = { hostIds: new Set([hostId]), pageNo: 1, pageCnt: 1000, nowMs: Date.now() };
    return services.live.list('pod', query).list.map(({ podId, name }) => `${podId} ${name}`);
  }
  const podsEverywhere = (hostId: number) => installation.all().map((server) => podsIn(server, hostId));
  async function storedPods(hostId: number): Promise<string[]> {
    const { rows } = await sql<{ pod: string }>`
      select object_id || ' ' || name as pod from object where host_id = ${hostId} and kind = 'pod'
      order by object_id`.execute(installation.db);
    return rows.map(({ pod }) => pod);
  }
  /** Every replica has what is stored. */
  async function expectEqualCopies(): Promise<void> {
    for (const hostId of installation.hostIds()) {
      const stored = await storedPods(hostId);
      expect(stored).toHaveLength(seqs.get(hostId) ?? 0);
      await expect
        .poll(() => podsEverywhere(hostId).map((pods) => pods.toSorted()))
        .toEqual(installation.all().map(() => stored.toSorted()));
    }
  }
  function ownerAndOther(): { hostId: number; owner: RunningServer; other: RunningServer } {
    for (const hostId of installation.hostIds()) {
      const owner = installation.ownerOf(hostId);
      const other = installation.all().find((server) => server !== owner);
      if (owner && other) return { hostId, owner, other };
    }
    throw new Error('no cluster has an owner');
  }

  it('stores a batch once, whichever replica gets it, and shows it on every replica', async () => {
    for (const server of installation.all())
      for (const hostId of installation.hostIds())
        expect(await installation.sendUntilAnswered(server, hostId, nextBatch(hostId))).toMatchObject({
          status: 200,
        });
    await expectEqualCopies();
  });

  it('answers a resent batch with the same acknowledgement on every replica', async () => {
    const { hostId } = ownerAndOther();
    const sent = nextBatch(hostId);
    const answers = [];
    for (const server of [...installation.all(), ...installation.all()])
      answers.push(await installation.sendUntilAnswered(server, hostId, sent));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expectEqualCopies();
  });

  it('stores nothing for an owner that has not noticed yet that another replica took over', async () => {
    const { hostId, owner, other } = ownerAndOther();
    const sent = nextBatch(hostId);
    // The owner begins to store the batch before it can see the takeover.
    const answer = await installation.db.transaction().execute(async (trx) => {
      await sql`select from cluster_owner where host_id = ${hostId} for update`.execute(trx);
      await sql`update cluster_owner set epoch = epoch + 1, replica_id = ${other.replica.membership.replicaId}
        where host_id = ${hostId}`.execute(trx);
      const sending = installation.send(owner, hostId, sent);
      await expect.poll(installation.waitsForLock).toBe(true);
      expect(owner.replica.ownership.owns(hostId)).toBe(true);
      return { sending };
    });
    const refused = await answer.sending;
    expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([503, true]);
    await installation.deliver(hostId, sent);
    await expect.poll(installation.isSettled, { timeout: 30_000 }).toBe(true);
    await expectEqualCopies();
  });

  it('reads the log of a pod through a replica to which the agent is not connected', async () => {
    const { db } = installation;
    const { hostId, owner, other } = ownerAndOther();
    await installation.deliver(hostId, nextBatch(hostId));
    await expectEqualCopies();
    const { userNo } = await addUser(db, { role: 1 });
    const session = await createSession(db, userNo, { userAgent: 'test', address: '127.0.0.1' }, new Date());
    const { token } = await addToken(db, hostId);
    using agent = await TestAgent.connect(await portOf(owner.app), token);
    const podId = Number.parseInt(podsIn(other, hostId)[0] ?? '', 10);
    using client = await LogClient.open(await portOf(other.app), other.origin, session, {
      sourceList: [{ podId, containerName: 'main' }],
    });
    const { stream } = await agent.opened();
    agent.send(linesOf(stream, 1, ['first', '둘째']));
    await client.untilEvent('lines');
    expect(client.texts).toEqual(['first', '둘째']);
  });

  it('shows the figures of every replica on each of them', async () => {
    for (const { services } of installation.all()) {
      const shown = await services.replicas.status();
      expect(shown.map(({ isLive, machine }) => [isLive, machine])).toEqual(
        installation.all().map(() => [true, hostname()]),
      );
      for (const { figures } of shown)
        expect(figures).toMatchObject({ isEvaluating: true, engineList: [], rssBytes: expect.any(Number) });
    }
  });

  it('has no route for replicas on the public port, also with the secret', async () => {
    const { secret } = await rowOf(installation.db, 'replicaSecret', {}, ['secret']);
    const [server] = installation.all();
    for (const url of ['/peer/batch', '/peer/feed', '/peer/figures', '/peer/ownership', '/peer/ping']) {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' };
      const answer = await server?.app.inject({ method: 'POST', url, headers, payload: 'x' });
      expect([url, answer?.statusCode]).toEqual([url, 404]);
      const direct = await fetch(`${server?.url}${url}`, { method: 'POST', body: 'x' });
      expect([url, direct.status]).toEqual([url, 401]);
    }
  });

  it('moves clusters of a stopping replica without an error that an agent does not retry', async () => {
    const [first] = installation.all();
    const stop = new AbortController();
    const agents = installation.hostIds().map(async (hostId) => {
      while (!stop.signal.aborted) {
        await installation.deliver(hostId, nextBatch(hostId));
        await setTimeout(20);
      }
    });
    await first?.stop();
    const joined = await installation.start();
    await vi.waitUntil(() => joined.replica.ownership.ownedHostIds().length > 0 && installation.isSettled(), {
      timeout: 60_000,
    });
    stop.abort();
    await Promise.all(agents);
    await expectEqualCopies();
  });

  it('owns the clusters of a killed replica again after its lease', async () => {
    const { owner } = ownerAndOther();
    const lost = owner.replica.ownership.ownedHostIds();
    await owner.kill();
    await Promise.all(lost.map((hostId) => installation.deliver(hostId, nextBatch(hostId))));
    await expectEqualCopies();
    const { host } = new URL(owner.url);
    for (const { services } of installation.all()) {
      const shown = await services.replicas.status();
      expect(shown.find((it) => it.host === host)).toMatchObject({
        isLive: false,
        ownedClusterCnt: 0,
        figures: null,
      });
    }
  });

  it('is not ready while a starting replica copies the clusters', async () => {
    const readyz = async ({ app }: RunningServer) =>
      (await app.inject({ method: 'GET', url: '/readyz' })).statusCode;
    const joined = await installation.start();
    await expect.poll(() => readyz(joined)).toBe(200);
    await joined.replica.membership.markLeaving();
    expect(await readyz(joined)).toBe(503);
  });
});

it('a replica becomes ready when one cluster cannot be read, and names it on the installation page', async () => {
  await using installation = await startInstallation({ clusterCnt: 2 });
  const [damaged = 0, other = 0] = installation.hostIds();
  await sql`
    insert into waiting_sample (host_id, received_at, samples) values (${damaged}, now(), '{}')`.execute(
    installation.db,
  );
  const server = await installation.start();
  const readyz = async () => (await server.app.inject({ method: 'GET', url: '/readyz' })).statusCode;
  await expect.poll(readyz, { timeout: 30_000 }).toBe(200);
  expect(server.services.replicas.failingClusters().get(damaged)?.reason).toContain('expected array');
  expect(server.services.live.clusterState(damaged, Date.now())?.alarmsFailingSince).not.toBeNull();
  expect(await installation.send(server, damaged, batch(1))).toMatchObject({ status: 503 });
  expect(await installation.sendUntilAnswered(server, other, batch(1))).toMatchObject({ status: 200 });
  await sql`delete from waiting_sample`.execute(installation.db);
  await installation.deliver(damaged, batch(1));
  await expect.poll(() => server.services.replicas.failingClusters().size).toBe(0);
});

const canPool = canRun('pgbouncer', 'pgbouncer', 'replicas behind a connection pool are not tested');

it.skipIf(!canPool)('several processes migrate through PgBouncer at once, and leave no lock', async () => {
  const database = await openTestDatabase();
  try {
    await sql`drop schema public cascade`.execute(database.db);
    await sql`create schema public`.execute(database.db);
    await using pool = await startPgBouncer(database.address);
    const done = await Promise.all(Array.from({ length: 6 }, () => migrateToLatest(pool.address)));
    expect(done.filter((steps) => steps.length > 0)).toHaveLength(1);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
    expect(rows).toEqual([]);
  } finally {
    await database.close();
  }
});

it.skipIf(!canPool)('replicas work through PgBouncer in transaction mode', async () => {
  await using installation = await startInstallation({ clusterCnt: 4, isPooled: true });
  await installation.start();
  const second = await installation.start();
  await vi.waitUntil(() => installation.isSettled() && second.replica.ownership.ownedHostIds().length > 0, {
    timeout: 60_000,
  });
  for (const hostId of installation.hostIds()) await installation.deliver(hostId, batch(1));
  await second.stop();
  for (const hostId of installation.hostIds()) await installation.deliver(hostId, batch(2));
  const { rows } = await sql`select from object where kind = 'pod'`.execute(installation.db);
  expect(rows).toHaveLength(8);
});
