import { isDeepStrictEqual } from 'node:util';
import { sampledKinds, stateKinds } from '@gwanje/kinds/registry';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOW_MS } from '../../live/testing/states.ts';
import { claimObject, contact, deleted, nodeObject, podObject, podSamples } from './testing/changes.ts';
import { NO_ALARMS, type TestChanges, TestReplica } from './testing/test-replica.ts';

const HOSTS = [1, 2] as const;
const NAMES = ['a1', 'b2', 'c3'] as const;
/** So small that snapshots and deltas have several messages, and followers are dropped. */
const SMALL = { maxQueuedBytes: 20_000, objectsPerPart: 2, objectsPerDelta: 2 };

/** Three replicas that follow each other, and the owner of each cluster. */
class Replicas implements AsyncDisposable {
  readonly all: readonly TestReplica[];
  readonly owners = new Map<number, { owner: TestReplica; epoch: number }>();
  /** Earlier owners that do not know of the later one. */
  readonly zombies = new Map<number, TestReplica>();
  /** Changes that were applied and are not committed yet, of each cluster. */
  readonly applied = new Map<number, TestChanges>();
  nowMs = NOW_MS;

  static async open(): Promise<Replicas> {
    const replicas = new Replicas(await Promise.all(NAMES.map((name) => TestReplica.open(name, SMALL))));
    for (const replica of replicas.all) replica.follow(...replicas.all.filter((other) => other !== replica));
    for (const hostId of HOSTS) await replicas.move(hostId, 0);
    return replicas;
  }

  private constructor(all: readonly TestReplica[]) {
    this.all = all;
  }

  at(index: number): TestReplica {
    const replica = this.all[index % this.all.length];
    if (replica === undefined) throw new Error('no replica');
    return replica;
  }

  ownerOf(hostId: number): TestReplica {
    return this.owners.get(hostId)?.owner ?? this.at(0);
  }

  /** Applies changes. The commit follows at once, or with the next change of the cluster. */
  async change(hostId: number, changes: TestChanges, isLate: boolean): Promise<void> {
    this.commitApplied(hostId);
    await this.ownerOf(hostId).apply(hostId, changes);
    this.applied.set(hostId, changes);
    if (!isLate) this.commitApplied(hostId);
  }

  commitApplied(hostId: number): void {
    const changes = this.applied.get(hostId);
    this.applied.delete(hostId);
    if (changes) this.ownerOf(hostId).sendCommit(hostId, changes);
  }

  /** The new owner reads the last commit from the database: here from the live state of the earlier owner. */
  async move(hostId: number, index: number): Promise<void> {
    this.commitApplied(hostId);
    this.wakeZombie(hostId);
    const before = this.owners.get(hostId);
    const owner = this.at(index);
    const epoch = (before?.epoch ?? 0) + 1;
    if (before?.owner === owner) return;
    await owner.follower.copies.own(hostId, epoch);
    if (before) await takeOver(hostId, before.owner, owner);
    this.owners.set(hostId, { owner, epoch });
    owner.own(hostId, epoch);
    if (before) this.zombies.set(hostId, before.owner);
  }

  /** The earlier owner learns that it has lost the cluster. */
  wakeZombie(hostId: number): void {
    const zombie = this.zombies.get(hostId);
    this.zombies.delete(hostId);
    zombie?.sender.release(hostId);
    zombie?.follower.copies.release(hostId, null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const replica of this.all) await replica[Symbol.asyncDispose]();
  }
}

async function takeOver(hostId: number, from: TestReplica, to: TestReplica): Promise<void> {
  const seen = new Set<number>();
  for (const kind of stateKinds) {
    const objects = from.live.exportObjects(kind, from.live.idsOfCluster(kind, hostId));
    await to.apply(hostId, { objects });
    for (const { id } of objects) seen.add(id);
    for (const scope of sampledKinds) {
      const containers = objects.flatMap((object) => object.containers.map(({ id }) => id));
      const ids = scope === 'container' ? containers : scope === kind ? objects.map(({ id }) => id) : [];
      to.live.importSamples(from.live.exportSamples(scope, Int32Array.from(ids)));
    }
  }
  to.live.removeExcept(hostId, seen);
  const cluster = from.live.exportCluster(hostId);
  if (cluster) to.live.importCluster(hostId, cluster);
  to.alarms.set(hostId, from.alarms.get(hostId) ?? NO_ALARMS);
}

type Step = (replicas: Replicas) => Promise<void> | void;

const host = fc.constantFrom(...HOSTS);
const no = fc.nat(5);
const isLate = fc.boolean();
/** Objects of different clusters have different ids. */
const podId = (hostId: number, at: number) => hostId * 1000 + 100 + 2 * at;
const nodeId = (hostId: number, at: number) => hostId * 1000 + at;
const claimId = (hostId: number, at: number) => hostId * 1000 + 200 + at;

const putPods = fc
  .tuple(
    host,
    fc.uniqueArray(no, { minLength: 1 }),
    no,
    fc.nat(3),
    fc.constantFrom('Running', 'Succeeded'),
    isLate,
  )
  .map(
    ([hostId, pods, node, restartCnt, phase, late]): Step =>
      (replicas) => {
        const nodeName = `node-${nodeId(hostId, node)}`;
        const objects = pods.map((at) =>
          podObject(podId(hostId, at), { nodeName, restartCnt, phase } as const),
        );
        return replicas.change(hostId, { objects }, late);
      },
  );
const putNodes = fc.tuple(host, fc.uniqueArray(no, { minLength: 1 }), isLate).map(
  ([hostId, nodes, late]): Step =>
    (replicas) =>
      replicas.change(hostId, { objects: nodes.map((at) => nodeObject(nodeId(hostId, at))) }, late),
);
const putClaims = fc.tuple(host, fc.uniqueArray(no, { minLength: 1 }), isLate).map(
  ([hostId, claims, late]): Step =>
    (replicas) =>
      replicas.change(hostId, { objects: claims.map((at) => claimObject(claimId(hostId, at))) }, late),
);
const remove = fc.tuple(host, no, fc.boolean(), isLate).map(
  ([hostId, at, isNode, late]): Step =>
    (replicas) => {
      const object = isNode ? nodeObject(nodeId(hostId, at)) : podObject(podId(hostId, at));
      return replicas.change(hostId, { objects: [deleted(object)] }, late);
    },
);
const sample = fc.tuple(host, fc.uniqueArray(no), fc.nat(9), isLate).map(
  ([hostId, pods, value, late]): Step =>
    (replicas) => {
      replicas.nowMs += 1000;
      const ids = pods.map((at) => podId(hostId, at));
      const { nowMs } = replicas;
      const changes = {
        samples: [podSamples(ids, nowMs, value)],
        contacts: [contact(nowMs, `agent-${value}`)],
      };
      return replicas.change(hostId, changes, late);
    },
);
const setAlarms = fc.tuple(host, no, fc.nat(3)).map(
  ([hostId, at, criticalCnt]): Step =>
    (replicas) => {
      const objects = [{ objectId: podId(hostId, at), warningCnt: 0, criticalCnt }];
      const openAlarms = { warning: 0, critical: criticalCnt };
      replicas.ownerOf(hostId).setAlarms(hostId, { objects, openAlarms, failingSinceMs: null });
    },
);
const move = fc.tuple(host, fc.nat(2)).map(
  ([hostId, index]): Step =>
    (replicas) =>
      replicas.move(hostId, index),
);
const wakeZombie = host.map(
  (hostId): Step =>
    (replicas) =>
      replicas.wakeZombie(hostId),
);
const zombieWrites = fc.tuple(host, no).map(
  ([hostId, at]): Step =>
    async (replicas) => {
      const objects = [deleted(podObject(podId(hostId, at))), podObject(podId(hostId, 9))];
      await replicas.zombies.get(hostId)?.commit(hostId, { objects });
    },
);
const cut = fc.nat(2).map(
  (index): Step =>
    (replicas) =>
      replicas.at(index).cutFeeds(),
);
const leave = fc.nat(2).map(
  (index): Step =>
    (replicas) => {
      replicas.at(index).leave();
    },
);
const slow = fc.tuple(fc.nat(2), fc.constantFrom(0, 0, 5, 30)).map(
  ([index, delayMs]): Step =>
    (replicas) => {
      replicas.at(index).readDelayMs = delayMs;
    },
);
const pause = fc.constantFrom(0, 1, 5, 20, 60).map(
  (ms): Step =>
    () =>
      new Promise((resolve) => setTimeout(resolve, ms)),
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(putPods, putNodes, putClaims, remove, sample, setAlarms) },
  { weight: 2, arbitrary: fc.oneof(cut, leave, slow) },
  { weight: 1, arbitrary: fc.oneof(move, zombieWrites, wakeZombie) },
  { weight: 2, arbitrary: pause },
);

/** `npm run soak -- replica-feed` runs more. */
const RUNS = Number(process.env.GWANJE_SOAK_RUNS ?? 4);

it('all replicas have the same live state after a quiet time', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      await using replicas = await Replicas.open();
      for (const run of steps) await run(replicas);
      for (const hostId of HOSTS) {
        replicas.commitApplied(hostId);
        replicas.wakeZombie(hostId);
      }
      for (const replica of replicas.all) {
        replica.readDelayMs = 0;
        replica.peers.length = 0;
        replica.follow(...replicas.all.filter((other) => other !== replica));
      }
      for (const hostId of HOSTS) {
        const owned = replicas.ownerOf(hostId).dump(hostId);
        const isSame = (replica: TestReplica) => isDeepStrictEqual(replica.dump(hostId), owned);
        await expect.poll(() => replicas.all.every(isSame), { interval: 50 }).toBe(true);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
