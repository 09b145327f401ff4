import { setTimeout } from 'node:timers/promises';
import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NotOwnerError } from '../../platform/ownership.ts';
import { Membership } from '../membership.ts';
import { ClusterOwnership, type ClusterWork } from './ownership.ts';

const logger = pino({ level: 'silent' });
const LEASE_MS = 900;

/** The work of pipeline and alarms on a cluster, as the ownership sees it. */
class FakeWork implements ClusterWork {
  readonly commitNos = new Map<number, number>();
  readonly failing = new Set<number>();
  readonly prepared = new Set<number>();
  readonly marked = new Set<number>();
  objects = 100;
  isComplete = true;
  maxAtOnce = 0;
  #atOnce = 0;

  async prepare(hostId: number): Promise<void> {
    this.prepared.add(hostId);
  }

  async own(hostId: number, { commitNo }: { readonly commitNo: number }): Promise<void> {
    this.maxAtOnce = Math.max(this.maxAtOnce, ++this.#atOnce);
    await setTimeout(2);
    this.#atOnce--;
    if (this.failing.has(hostId)) throw new Error('cannot be read');
    if (this.commitNos.has(hostId)) throw new Error(`cluster ${hostId} is owned twice`);
    this.commitNos.set(hostId, commitNo);
  }

  async release(hostId: number): Promise<void> {
    await setTimeout(2);
    this.commitNos.delete(hostId);
  }

  async lose(hostId: number): Promise<void> {
    this.commitNos.delete(hostId);
  }

  markFailing(hostId: number): void {
    this.marked.add(hostId);
  }

  objectCnt(): number {
    return this.objects;
  }

  isSynced(): boolean {
    return this.isComplete;
  }
}

interface Replica {
  readonly membership: Membership;
  readonly ownership: ClusterOwnership;
  readonly work: FakeWork;
  /** The process ends without a word: it renews nothing and does nothing more. */
  kill(): Promise<void>;
}

describeWithDatabase('the owner of a cluster', (database) => {
  const replicas = new Map<string, Replica>();
  const unreachable = new Set<string>();
  let stack = new AsyncDisposableStack();
  let hostIds: number[] = [];
  const db = () => database().db;

  beforeAll(async () => {
    hostIds = await insertClusters(db(), 24);
  });
  afterEach(async () => {
    await stack.disposeAsync();
    stack = new AsyncDisposableStack();
    replicas.clear();
    unreachable.clear();
    await sql`delete from cluster_owner`.execute(db());
    await sql`delete from replica`.execute(db());
  });

  async function start(name: string, work = new FakeWork(), rebalanceEveryMs = 0): Promise<Replica> {
    const url = `http://${name}:4102`;
    const options = { leaseMs: LEASE_MS, renewEveryMs: 50 };
    const membership = await Membership.join({ db: db(), url, version: '1', logger, ...options });
    const ownership = new ClusterOwnership({
      db: db(),
      membership,
      logger,
      observe: createMetrics('server'),
      peers: {
        isReachable: async (member) => replicas.has(member.url) && !unreachable.has(member.url),
        askToPrepare: async (member, hostId) => replicas.get(member.url)?.ownership.prepare(hostId),
        askToLook: async (member) => replicas.get(member.url)?.ownership.look(),
      },
      lookEveryMs: 50,
      rebalanceEveryMs,
      trustExpiryAfterMs: 0,
    });
    const stopping = new AsyncDisposableStack();
    // A killed process also removes no row.
    stopping.defer(() => stopRenewing(membership));
    stopping.use(ownership);
    const replica = { membership, ownership, work, kill: () => stopping.disposeAsync() };
    stack.defer(() => replica.kill());
    replicas.set(url, replica);
    await ownership.start(work);
    return replica;
  }

  /** Keeps the row as the process left it. */
  async function stopRenewing(membership: Membership): Promise<void> {
    const row = await db()
      .selectFrom('replica')
      .selectAll()
      .where('replicaId', '=', membership.replicaId)
      .executeTakeFirst();
    await membership[Symbol.asyncDispose]();
    if (row) await db().insertInto('replica').values(row).execute();
  }

  const all = () => [...replicas.values()];
  const ownedBy = () => all().map(({ ownership }) => ownership.ownedHostIds().length);
  const isEachOwnedOnce = () => {
    const owned = all().flatMap(({ ownership }) => ownership.ownedHostIds());
    return owned.length === hostIds.length && new Set(owned).size === hostIds.length;
  };

  it('is the only replica while it is alone, and shares with others as they come', async () => {
    const a = await start('a');
    expect(a.ownership.ownedHostIds().sort()).toEqual(hostIds.toSorted());
    const b = await start('b');
    await start('c');
    await expect
      .poll(() => isEachOwnedOnce() && all().every(({ ownership }) => movingCnt(ownership) === 0))
      .toBe(true);
    expect(Math.min(...ownedBy())).toBeGreaterThan(4);
    expect(b.work.commitNos.size).toBe(b.ownership.ownedHostIds().length);
    const [hostId = 0] = b.ownership.ownedHostIds();
    expect(a.ownership.ownerOf(hostId)).toMatchObject({
      replicaId: b.membership.replicaId,
      url: 'http://b:4102',
      isSelf: false,
    });
    expect(b.ownership.ownerOf(hostId)).toMatchObject({ isSelf: true });
    const shown = () => a.ownership.status().map(({ isSelf, hostIds }) => [isSelf, hostIds.length]);
    await expect.poll(shown).toEqual(ownedBy().map((cnt, index) => [index === 0, cnt]));
    expect(b.work.maxAtOnce).toBeLessThanOrEqual(4);
  });

  it('gives nothing to a replica that has no copy of all clusters yet', async () => {
    const a = await start('a');
    const work = new FakeWork();
    work.isComplete = false;
    const b = await start('b', work);
    await setTimeout(300);
    expect([a.ownership.ownedHostIds().length, b.ownership.ownedHostIds().length]).toEqual([24, 0]);
    work.isComplete = true;
    await expect.poll(() => isEachOwnedOnce() && b.ownership.ownedHostIds().length > 4).toBe(true);
  });

  it('keeps clusters that it was just given', async () => {
    const a = await start('a');
    const b = await start('b', undefined, 60_000);
    await expect.poll(() => isEachOwnedOnce() && movingCnt(a.ownership) === 0).toBe(true);
    const given = b.ownership.ownedHostIds().length;
    const c = await start('c');
    await expect.poll(() => c.ownership.ownedHostIds().length).toBeGreaterThan(0);
    await setTimeout(500);
    expect(b.ownership.ownedHostIds().length).toBeGreaterThanOrEqual(given);
    await b.ownership.leave();
    expect(b.ownership.ownedHostIds()).toEqual([]);
  });

  it('keeps its clusters while the replica that should get them does not answer', async () => {
    unreachable.add('http://b:4102');
    const a = await start('a');
    const b = await start('b');
    await expect.poll(() => movingCnt(a.ownership)).toBeGreaterThan(4);
    await setTimeout(200);
    expect(a.ownership.ownedHostIds()).toHaveLength(24);
    unreachable.clear();
    await expect.poll(() => isEachOwnedOnce() && b.ownership.ownedHostIds().length > 4).toBe(true);
  });

  it('is replaced after its lease when it dies', async () => {
    const a = await start('a');
    const b = await start('b');
    await expect.poll(() => isEachOwnedOnce() && Math.min(...ownedBy()) > 4).toBe(true);
    const [hostId = 0] = b.ownership.ownedHostIds();
    const life = a.ownership.ownerOf(hostId)?.life;
    expect(life?.aborted).toBe(false);
    await b.kill();
    replicas.delete('http://b:4102');
    expect(a.ownership.ownedHostIds().length).toBeLessThan(24);
    await expect.poll(isEachOwnedOnce, { interval: 10 }).toBe(true);
    expect(life?.aborted).toBe(true);
  });

  it('hands all clusters over when it leaves, a few at a time', async () => {
    const a = await start('a');
    const b = await start('b');
    await expect.poll(() => isEachOwnedOnce() && Math.min(...ownedBy()) > 4).toBe(true);
    let maxUnowned = 0;
    const timer = setInterval(() => {
      const unowned = hostIds.filter((hostId) => !all().some(({ ownership }) => ownership.owns(hostId)));
      maxUnowned = Math.max(maxUnowned, unowned.length);
    }, 2);
    const given = a.ownership.ownedHostIds();
    await a.ownership.leave();
    clearInterval(timer);
    expect([...b.work.prepared]).toEqual(expect.arrayContaining(given));
    expect(maxUnowned).toBeLessThanOrEqual(4);
    expect(a.work.commitNos.size).toBe(0);
    expect(b.ownership.ownedHostIds().length).toBe(24);
    const epochs = await db().selectFrom('clusterOwner').select('epoch').execute();
    expect(Math.min(...epochs.map(({ epoch }) => epoch))).toBeGreaterThan(1);
  });

  it('stops within its time limit when nobody takes its clusters', async () => {
    const a = await start('a');
    await a.ownership.leave(500);
    expect(a.work.commitNos.size).toBe(24);
    const work = new FakeWork();
    for (const hostId of hostIds) work.failing.add(hostId);
    const b = await start('b', work);
    await b.ownership.leave(500);
    expect(b.work.commitNos.size).toBe(0);
  });

  it('that was paused writes nothing after another has taken over, and forgets the cluster', async () => {
    const a = await start('a');
    const [hostId = 0] = hostIds;
    await sql`update cluster_owner set replica_id = 'other', epoch = epoch + 1 where host_id = ${hostId}`.execute(
      db(),
    );
    await sql`insert into replica (replica_id, url, version, process, is_synced, expires_at)
      values ('other', 'http://other:4102', '1', 'x/1/x', false, clock_timestamp() + interval '800 ms')`.execute(
      db(),
    );
    const write = (fence: 'fence' | 'fenceCommit') =>
      db()
        .transaction()
        .execute(async (trx) => void (await a.ownership[fence](trx, hostIds)));
    await expect(write('fence')).rejects.toThrow(new NotOwnerError([hostId]));
    await expect(write('fenceCommit')).rejects.toThrow(NotOwnerError);
    await expect.poll(() => a.ownership.owns(hostId)).toBe(false);
    await expect.poll(() => a.work.commitNos.has(hostId)).toBe(false);
    const rest = hostIds.slice(1);
    const commitNos = await db()
      .transaction()
      .execute((trx) => a.ownership.fenceCommit(trx, rest));
    expect([...commitNos.keys()].sort()).toEqual(rest.toSorted());
    // The other one dies: the cluster comes back, with the number of its last commit.
    await expect.poll(() => a.ownership.owns(hostId)).toBe(true);
  });

  it('counts every commit, and the next owner gets the number', async () => {
    const a = await start('a');
    const [hostId = 0, other = 0] = hostIds;
    for (const expected of [1, 2, 3])
      expect(
        await db()
          .transaction()
          .execute((trx) => a.ownership.fenceCommit(trx, [hostId, hostId])),
      ).toEqual(new Map([[hostId, expected]]));
    const b = await start('b');
    await a.ownership.leave();
    expect([b.work.commitNos.get(hostId), b.work.commitNos.get(other)]).toEqual([3, 0]);
  });

  describe('with a transaction in progress', () => {
    it.each(['fence', 'fenceCommit'] as const)('delays the next owner until it ends (%s)', async (fence) => {
      const a = await start('a');
      const b = await start('b');
      await expect.poll(() => isEachOwnedOnce() && Math.min(...ownedBy()) > 4).toBe(true);
      const [hostId = 0] = a.ownership.ownedHostIds();
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const writing = db()
        .transaction()
        .execute(async (trx) => {
          await a.ownership[fence](trx, [hostId]);
          begun.resolve();
          await end.promise;
        });
      await begun.promise;
      const left = a.ownership.leave();
      await expect.poll(() => b.ownership.ownedHostIds().length).toBe(23);
      await setTimeout(100);
      expect(b.ownership.owns(hostId)).toBe(false);
      end.resolve();
      await writing;
      await left;
      expect(b.ownership.owns(hostId)).toBe(true);
    });

    it('loses it when it is paused, so that it cannot delay a takeover for long', async () => {
      const a = await start('a');
      const paused = db()
        .transaction()
        .execute(async (trx) => {
          await a.ownership.fence(trx, hostIds);
          await setTimeout(5_500);
          await sql`select 1`.execute(trx);
        });
      expect(isUnavailable(await paused.catch((error: unknown) => error))).toBe(true);
    });
  });

  it('is not this replica while it cannot renew its lease', async () => {
    const a = await start('a');
    const [hostId = 0] = hostIds;
    expect(a.ownership.owns(hostId)).toBe(true);
    await stopRenewing(a.membership);
    expect(a.ownership.owns(hostId)).toBe(false);
  });

  it('takes the other clusters when one cannot be taken, and tries that one again', async () => {
    const work = new FakeWork();
    const [broken = 0] = hostIds;
    work.failing.add(broken);
    const a = await start('a', work);
    expect(a.ownership.ownedHostIds()).toHaveLength(23);
    await expect.poll(() => a.ownership.ownerOf(broken)).toMatchObject({ isSelf: true });
    expect(a.ownership.owns(broken)).toBe(false);
    work.failing.clear();
    await expect.poll(() => a.ownership.owns(broken)).toBe(true);
  });

  it('shows a cluster as failing after a few attempts, on every replica, and goes on trying', async () => {
    const work = new FakeWork();
    const [broken = 0] = hostIds;
    work.failing.add(broken);
    const a = await start('a', work);
    const b = await start('b');
    const failing = { reason: 'cannot be read', sinceMs: expect.any(Number) };
    for (const replica of [a, b]) {
      await expect.poll(() => [...replica.ownership.failingClusters()]).toEqual([[broken, failing]]);
      await expect.poll(() => replica.work.marked.has(broken)).toBe(true);
    }
    work.failing.clear();
    await expect.poll(isEachOwnedOnce, { timeout: 30_000 }).toBe(true);
    await expect.poll(() => b.ownership.failingClusters().size).toBe(0);
  });

  it('forgets a deleted cluster and takes a new one', async () => {
    const a = await start('a');
    const [hostId = 0] = await insertClusters(db(), 1);
    await expect.poll(() => a.ownership.owns(hostId)).toBe(true);
    await db().deleteFrom('cluster').where('hostId', '=', hostId).execute();
    await expect.poll(() => a.work.commitNos.has(hostId)).toBe(false);
    await expect(
      db()
        .transaction()
        .execute((trx) => a.ownership.fence(trx, [hostId])),
    ).rejects.toThrow(NotOwnerError);
  });

  it('stores the weight of its clusters, rounded', async () => {
    const work = new FakeWork();
    work.objects = 900;
    await start('a', work);
    const weights = async () => {
      const rows = await db().selectFrom('clusterOwner').select('weight').distinct().execute();
      return rows.map(({ weight }) => weight);
    };
    await expect.poll(weights).toEqual([1024]);
    work.objects = 1200;
    await setTimeout(150);
    expect(await weights()).toEqual([1024]);
  });
});

async function insertClusters(db: Kysely<Database>, cnt: number): Promise<number[]> {
  const { rows: groups } = await sql<{ subGroupId: number }>`
    with m as (insert into meta_group (name, name_key) values (gen_random_uuid(), gen_random_uuid()) returning meta_group_id)
    insert into sub_group (meta_group_id, name, name_key) select meta_group_id, 'x', 'x' from m
    returning sub_group_id`.execute(db);
  const { rows } = await sql<{ hostId: number }>`
    insert into cluster (name, name_key, sub_group_id, alarm_template_id)
    select 'c' || n, 'c' || n, ${groups[0]?.subGroupId}::int, (select min(alarm_template_id) from alarm_template)
    from generate_series(1, ${cnt}::int) n returning host_id`.execute(db);
  return rows.map(({ hostId }) => hostId);
}

function movingCnt(ownership: ClusterOwnership): number {
  return Math.max(...ownership.status().map((replica) => replica.movingCnt));
}
