import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { HostId } from '@gwanje/contract/definition/fields';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOW_MS } from '../../live/testing/states.ts';
import type { ClusterEvent, Viewer } from '../../platform/stream/hub.ts';
import type { FeedSenderDeps } from './feed-sender.ts';
import { claimObject, contact, deleted, nodeObject, podObject, podSamples } from './testing/changes.ts';
import { NO_ALARMS, TestReplica } from './testing/test-replica.ts';

/** An owner that has nothing for a follower that connects again but snapshots. */
const ONLY_SNAPSHOTS = { recentMs: 0 };
/** All replicas of a test share one thread with the comparison. */
const POLL = { interval: 100 };
const opened: TestReplica[] = [];

afterEach(async () => {
  for (const replica of opened.splice(0)) await replica[Symbol.asyncDispose]();
});

async function open(
  replicaId: string,
  deps?: Partial<FeedSenderDeps>,
  nowMs?: () => number,
): Promise<TestReplica> {
  const replica = await TestReplica.open(replicaId, deps, nowMs);
  opened.push(replica);
  return replica;
}

/** An owner of cluster 1 and a follower that has its copy. */
async function ownerAndFollower(deps?: Partial<FeedSenderDeps>) {
  const [owner, follower] = [await open('a1', deps), await open('b2')];
  owner.own(1, 1);
  await owner.commit(1, {
    objects: [nodeObject(5), podObject(10), podObject(20)],
    contacts: [contact(NOW_MS)],
  });
  follower.follow(owner);
  await expectSame(owner, follower);
  return { owner, follower };
}

async function expectSame(owner: TestReplica, follower: TestReplica, hostId = 1): Promise<void> {
  await expect.poll(() => isDeepStrictEqual(follower.dump(hostId), owner.dump(hostId)), POLL).toBe(true);
}

function eventOf(hostId: number): ClusterEvent {
  return { type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds: ['pod'] };
}

function viewer(): Viewer & { readonly received: string[] } {
  const received: string[] = [];
  return {
    owner: 'user 1',
    received,
    sees: () => true,
    send: (message) => received.push(/^event: (.*)$/m.exec(message.toString())?.[1] ?? 'welcome'),
  };
}

describe('a follower', () => {
  it('gets a snapshot and then the changes of each commit', async () => {
    const { owner, follower } = await ownerAndFollower();
    await owner.commit(1, {
      objects: [podObject(30, { nodeName: 'node-5', restartCnt: 2 }), deleted(podObject(20))],
      samples: [podSamples([10, 30], NOW_MS, 0.25)],
      contacts: [contact(NOW_MS + 1000)],
    });
    await expectSame(owner, follower);
    expect(follower.live.row('pod', 30, NOW_MS)?.nodeId).toBe(5);
    expect([follower.live.has('pod', 20), follower.live.has('container', 21)]).toEqual([false, false]);
  });

  it('moves a pod whose node became known later', async () => {
    const { owner, follower } = await ownerAndFollower();
    await owner.commit(1, { objects: [nodeObject(6), { ...podObject(10), nodeId: 6, state: null }] });
    await expectSame(owner, follower);
    expect(follower.live.row('pod', 10, NOW_MS)?.nodeId).toBe(6);
  });

  it('gets alarm counts and forecasts, in the snapshot and after it', async () => {
    const owner = await open('a1');
    owner.own(1, 1);
    owner.setAlarms(1, { ...NO_ALARMS, objects: [{ objectId: 10, warningCnt: 1, criticalCnt: 0 }] });
    const follower = await open('b2');
    follower.follow(owner);
    await expectSame(owner, follower);
    owner.setAlarms(1, {
      objects: [{ objectId: 0, warningCnt: 0, criticalCnt: 2 }],
      openAlarms: { warning: 1, critical: 2 },
      failingSinceMs: NOW_MS,
    });
    await expectSame(owner, follower);
    expect(follower.alarms.get(1)?.objects).toHaveLength(2);
  });

  it('gets no snapshot again when it has missed nothing', async () => {
    const { owner, follower } = await ownerAndFollower();
    await expect.poll(() => follower.follower.copies.copyOf(1)?.commitNo).toBe(1);
    follower.cutFeeds();
    await expect.poll(() => follower.follower.brokenForMs('a1')).not.toBeNull();
    await expect.poll(() => follower.follower.brokenForMs('a1')).toBeNull();
    await owner.commit(1, { objects: [podObject(40)] });
    await expectSame(owner, follower);
    expect(owner.sender.stats.sentSnapshots).toBe(1);
  });

  it('removes objects that were deleted while it was away, and never shows fewer objects meanwhile', async () => {
    const { owner, follower } = await ownerAndFollower(ONLY_SNAPSHOTS);
    const ids = Array.from({ length: 250 }, (_, at) => 1000 + 2 * at);
    await owner.commit(1, { objects: ids.map((id) => podObject(id)) });
    await expect.poll(() => follower.live.sizes().pod).toBe(252);
    follower.leave();
    await owner.commit(1, { objects: [deleted(podObject(10)), podObject(50)] });
    let fewest = follower.live.sizes().pod;
    const watch = setInterval(() => {
      fewest = Math.min(fewest, follower.live.sizes().pod);
    }, 1);
    follower.follow(owner);
    await expect.poll(() => follower.live.has('pod', 10)).toBe(false);
    clearInterval(watch);
    await expectSame(owner, follower);
    // The deleted pod goes before the new one comes.
    expect(fewest).toBeGreaterThanOrEqual(251);
    expect(follower.live.has('pod', 10)).toBe(false);
  });

  it('has changes that the owner had applied, but not committed, when the snapshot was made', async () => {
    const { owner, follower } = await ownerAndFollower(ONLY_SNAPSHOTS);
    const changes = { objects: [podObject(60)], samples: [podSamples([10], NOW_MS + 5000)] };
    await owner.apply(1, changes);
    follower.cutFeeds();
    await owner.commit(1, { objects: [podObject(70)] });
    await expect.poll(() => follower.live.has('pod', 70)).toBe(true);
    owner.sendCommit(1, changes);
    await expectSame(owner, follower);
  });

  it('links no pod to a node that was deleted while it was away', async () => {
    const { owner, follower } = await ownerAndFollower(ONLY_SNAPSHOTS);
    follower.leave();
    await owner.commit(1, { objects: [deleted(nodeObject(5))] });
    await owner.commit(1, { objects: [podObject(30, { nodeName: 'node-5' })] });
    follower.follow(owner);
    await expectSame(owner, follower);
    expect(follower.live.row('pod', 30, NOW_MS)?.nodeId).toBeNull();
  });

  it('shows no forecast that its owner does not have', async () => {
    const { owner, follower } = await ownerAndFollower(ONLY_SNAPSHOTS);
    const other = await open('c3');
    await owner.commit(1, { objects: [claimObject(7), claimObject(8)] });
    owner.setForecasts(1, [
      { pvcId: 7, days: 12 },
      { pvcId: 8, days: null },
    ]);
    await expectSame(owner, follower);
    expect(follower.live.claimForecasts(1)).toHaveLength(2);
    // The next owner was started a moment ago and has made no forecast yet.
    await other.commit(1, { objects: [claimObject(7), claimObject(8)] });
    other.own(1, 2);
    follower.leave();
    follower.follow(other);
    await expectSame(other, follower);
    expect(follower.live.claimForecasts(1)).toEqual([]);
  });

  it('has no sample that its owner ignored, because the pod ran only after a later batch of the commit', async () => {
    const { owner, follower } = await ownerAndFollower();
    await owner.commit(1, { objects: [podObject(10, { phase: 'Succeeded' })] });
    const early = podSamples([10, 20], NOW_MS + 1000);
    const [objects, samples] = [[podObject(10)], [early]];
    await owner.apply(1, { samples, contacts: [contact(NOW_MS + 1000, 'node agent')] });
    await owner.apply(1, { objects, contacts: [contact(NOW_MS + 2000)] });
    owner.sendCommit(1, {
      objects,
      samples,
      contacts: [contact(NOW_MS + 1000, 'node agent'), contact(NOW_MS + 2000)],
    });
    await expectSame(owner, follower);
    expect(follower.live.exportSamples('pod', Int32Array.of(10, 20)).tsMs).toEqual(
      Float64Array.of(Number.NaN, NOW_MS + 1000),
    );
  });

  it('forgets a cluster that a user deleted, and ignores its messages', async () => {
    const { owner, follower } = await ownerAndFollower();
    expect(follower.follower.copies.positions()).toMatchObject([[1, 1, expect.any(Number)]]);
    follower.live.removeCluster(1);
    await expect.poll(() => follower.follower.copies.copyOf(1)).toBeNull();
    await owner.commit(1, { objects: [podObject(30)] });
    owner.stream.publish(eventOf(1));
    await expect.poll(() => follower.stream.positions.get('a1')).toBe(1);
    expect([follower.follower.copies.positions(), owner.sender.stats.sentSnapshots]).toEqual([[], 1]);
  });

  it('copies the clusters of every replica', async () => {
    const [a, b, c] = [await open('a1'), await open('b2'), await open('c3')];
    for (const [hostId, owner] of [
      [1, a],
      [2, b],
    ] as const) {
      owner.own(hostId, 1);
      await owner.commit(hostId, { objects: [podObject(hostId * 100)] });
    }
    a.follow(b, c);
    b.follow(a, c);
    c.follow(a, b);
    for (const other of [b, c]) await expectSame(a, other, 1);
    for (const other of [a, c]) await expectSame(b, other, 2);
    expect([1, 2, 3].map((hostId) => c.follower.copies.isCopied(hostId))).toEqual([true, true, false]);
  });

  it('keeps the objects of an owner that went away', async () => {
    const { owner, follower } = await ownerAndFollower();
    const before = follower.dump(1);
    await owner[Symbol.asyncDispose]();
    await expect.poll(() => follower.follower.brokenForMs('a1')).not.toBeNull();
    await expect.poll(() => follower.follower.status()[0]?.lagMs).toBeGreaterThan(0);
    expect(follower.follower.status()[0]?.lagMs).toBeLessThan(60_000);
    expect(follower.dump(1)).toEqual(before);
    follower.leave();
    expect([follower.follower.status(), follower.dump(1)]).toEqual([[], before]);
  });

  it('counts how long a feed is broken also when its clock is set', async () => {
    let nowMs = NOW_MS;
    const follower = await open('b2', {}, () => nowMs);
    follower.peers.push({ replicaId: 'gone', url: 'http://127.0.0.1:1' });
    follower.follower.connect();
    nowMs -= 3_600_000;
    expect(follower.follower.brokenForMs('gone')).toBeLessThan(60_000);
    await expect.poll(() => follower.follower.brokenForMs('gone')).toBeGreaterThan(5);
    expect(follower.follower.status()[0]?.brokenSinceMs).toBeLessThan(nowMs);
    expect(follower.follower.status()[0]?.brokenSinceMs).toBeGreaterThan(nowMs - 60_000);
  });

  it('knows the lag and the clock of each owner', async () => {
    const { follower } = await ownerAndFollower({ nowMs: () => Date.now() + 60_000 });
    await expect
      .poll(() => follower.follower.status())
      .toEqual([
        {
          replicaId: 'a1',
          lagMs: expect.any(Number),
          queuedBytes: expect.any(Number),
          clockAheadMs: expect.closeTo(60_000, -4),
          brokenSinceMs: null,
        },
      ]);
  });
});

describe('a cluster that moves', () => {
  it('comes from the new owner, and a message of the earlier owner changes nothing', async () => {
    const [a, b, c] = [await open('a1'), await open('b2'), await open('c3')];
    a.own(1, 1);
    await a.commit(1, { objects: [podObject(10)] });
    b.follow(a);
    c.follow(a, b);
    expect(await b.follower.copies.waitForCommit(1, 1, 5000)).toBe(true);
    const copy = await b.follower.copies.own(1, 2);
    expect(copy?.commitNo).toBe(1);
    b.own(1, 2);
    await b.commit(1, { objects: [podObject(20)] });
    await expectSame(b, c);
    // The earlier owner was paused and does not know that it lost the cluster.
    await a.commit(1, { objects: [deleted(podObject(10)), podObject(90)] });
    a.stream.publish(eventOf(3));
    await expect.poll(() => c.stream.positions.get('a1')).toBe(1);
    await b.commit(1, { objects: [podObject(30)] });
    await expectSame(b, c);
    // Nobody had to connect again.
    expect(a.sender.stats.sentSnapshots).toBe(2);
    expect([b, c].map(({ live }) => [live.has('pod', 10), live.has('pod', 90)])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('is copied again by its earlier owner', async () => {
    const [a, b] = [await open('a1'), await open('b2')];
    a.own(1, 1);
    await a.commit(1, { objects: [podObject(10)] });
    a.follow(b);
    b.follow(a);
    await expectSame(a, b);
    a.sender.release(1);
    await a.follower.copies.own(1, 1);
    a.follower.copies.release(1, 1);
    expect(a.follower.copies.copyOf(1)?.commitNo).toBe(1);
    await b.follower.copies.own(1, 2);
    b.own(1, 2);
    await b.commit(1, { objects: [podObject(20)] });
    await expectSame(b, a);
  });

  it('is sent again to an earlier owner that changed its live state after it had lost the cluster', async () => {
    const [a, b] = [await open('a1'), await open('b2')];
    await a.follower.copies.own(1, 1);
    a.own(1, 1);
    await a.commit(1, { objects: [podObject(10)] });
    a.follow(b);
    b.follow(a);
    await expectSame(a, b);
    await b.follower.copies.own(1, 2);
    b.own(1, 2);
    await b.commit(1, { objects: [podObject(20)] });
    await expectSame(b, a);
    await a.commit(1, { objects: [deleted(podObject(10)), podObject(90)] });
    a.sender.release(1);
    a.follower.copies.release(1, null);
    await expectSame(b, a);
  });

  it('is complete at a commit only after the owner has reported a commit', async () => {
    const { owner, follower } = await ownerAndFollower(ONLY_SNAPSHOTS);
    const { copies } = follower.follower;
    expect(await copies.waitForCommit(1, 1, 5000)).toBe(true);
    owner.canReportCommits = false;
    follower.leave();
    await owner.commit(1, { objects: [podObject(30)] });
    follower.follow(owner);
    await expectSame(owner, follower);
    // The owner stores a large batch in several commits: the snapshot may have the changes of the second one.
    await owner.commit(1, { objects: [podObject(40)] });
    await expectSame(owner, follower);
    expect(copies.copyOf(1)?.commitNo).toBeNull();
    owner.canReportCommits = true;
    expect(await copies.waitForCommit(1, 3, 5000)).toBe(true);
    await owner.commit(1, { objects: [podObject(50)] });
    expect(await copies.waitForCommit(1, 4, 5000)).toBe(true);
  });

  it('is sent again when a handover failed and the epoch is the same', async () => {
    const { owner, follower } = await ownerAndFollower();
    await expect.poll(() => follower.follower.copies.copyOf(1)?.commitNo).toBe(1);
    const feedNo = follower.follower.copies.positions()[0]?.[2] ?? 0;
    follower.leave();
    owner.sender.release(1);
    await owner.apply(1, { objects: [podObject(80)] });
    owner.own(1, 1);
    for (let no = 0; no < feedNo; no++) await owner.commit(1, {});
    follower.follow(owner);
    await expectSame(owner, follower);
  });
});

describe('an owner', () => {
  it('drops a follower that does not read, and the follower catches up with a snapshot', async () => {
    const { owner, follower } = await ownerAndFollower({ maxQueuedBytes: 100_000 });
    follower.readDelayMs = 300;
    const ids = Array.from({ length: 200 }, (_, at) => 1000 + 2 * at);
    await owner.commit(1, { objects: ids.map((id) => podObject(id)) });
    for (let second = 1; owner.sender.stats.droppedFollowers === 0; second++) {
      await owner.commit(1, { samples: [podSamples(ids, NOW_MS + second * 1000)] });
      if (second % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    follower.readDelayMs = 0;
    await expectSame(owner, follower);
  });

  it('sends a follower that connects again soon only what it missed', async () => {
    const { owner, follower } = await ownerAndFollower();
    const here = viewer();
    follower.stream.join(here, undefined);
    await expect.poll(() => follower.follower.copies.copyOf(1)?.commitNo).toBe(1);
    follower.leave();
    await owner.commit(1, { objects: [deleted(podObject(10)), podObject(30)] });
    await owner.commit(1, { samples: [podSamples([30], NOW_MS)] });
    owner.stream.publish(eventOf(1));
    follower.follow(owner);
    await expectSame(owner, follower);
    await expect.poll(() => here.received).toEqual(['welcome', 'inventoryChanged']);
    await owner.commit(1, { objects: [podObject(40)] });
    await expectSame(owner, follower);
    expect([owner.sender.stats.sentSnapshots, here.received.length]).toEqual([1, 2]);
  });

  it('sends a snapshot when the follower missed more than the last messages', async () => {
    const { owner, follower } = await ownerAndFollower({ maxQueuedBytes: 8000 });
    follower.leave();
    for (let id = 100; id < 140; id += 2) await owner.commit(1, { objects: [podObject(id)] });
    follower.follow(owner);
    await expectSame(owner, follower);
    await expect.poll(() => owner.sender.stats.sentSnapshots).toBe(2);
  });

  it('sends a large delta in parts with pauses, in the order of all messages', async () => {
    const { owner, follower } = await ownerAndFollower();
    await expect.poll(() => follower.follower.copies.copyOf(1)?.commitNo).toBe(1);
    const seen: number[] = [];
    follower.stream.join({ ...viewer(), send: () => seen.push(follower.live.sizes().pod) }, undefined);
    const ids = Array.from({ length: 2500 }, (_, at) => 1000 + 2 * at);
    const changes = { objects: [...ids.map((id) => podObject(id)), deleted(podObject(10))] };
    await owner.apply(1, changes);
    const before = owner.sender.stats.sentMessages;
    owner.sendCommit(1, changes);
    owner.setAlarms(1, { ...NO_ALARMS, objects: [{ objectId: 2000, warningCnt: 1, criticalCnt: 0 }] });
    owner.stream.publish(eventOf(1));
    expect(owner.sender.stats.sentMessages - before).toBe(1);
    // A handover follows at once. The next owner still gets the last commit.
    owner.sender.release(1);
    expect(await follower.follower.copies.waitForCommit(1, 2, 5000)).toBe(true);
    await expectSame(owner, follower);
    await expect.poll(() => seen).toEqual([2, 2501]);
    expect(owner.sender.stats.sentMessages - before).toBe(4);
  });

  it('sends a snapshot after a delta that it could not send', async () => {
    const { owner, follower } = await ownerAndFollower();
    vi.spyOn(owner.live, 'restartsOf').mockImplementationOnce(() => {
      throw new Error('no restarts');
    });
    await owner.commit(1, { objects: [podObject(30)] });
    await owner.commit(1, { objects: [podObject(40)] });
    await expectSame(owner, follower);
    await expect.poll(() => owner.sender.stats.sentSnapshots).toBe(2);
  });

  it('sends a delta once to each follower without waiting', async () => {
    const { owner, follower } = await ownerAndFollower();
    const third = await open('c3');
    third.follow(owner);
    await expectSame(owner, third);
    const before = owner.sender.stats;
    await owner.commit(1, { objects: [podObject(30)] });
    const after = owner.sender.stats;
    expect([after.sentMessages - before.sentMessages, after.followers]).toEqual([1, 2]);
    for (const other of [follower, third]) await expectSame(owner, other);
  });

  it.each([
    ['no JSON', 'hello', 400, 'this is no request of a follower'],
    [
      'another format',
      '{"formats":[7],"replicaId":"b","clusters":[],"events":[]}',
      409,
      'this version writes format 1 of the feed, not 7',
    ],
  ])('refuses a request with %s', async (_what, body, status, message) => {
    const owner = await open('a1');
    const answer = await new Promise<{ status: number | undefined; message: string }>((resolve, reject) => {
      request(owner.peer.url, { method: 'POST' }, async (incoming) =>
        resolve({ status: incoming.statusCode, message: await text(incoming) }),
      )
        .on('error', reject)
        .end(body);
    });
    expect(answer).toEqual({ status, message });
  });
});

it('the requests of one address are counted over all replicas', async () => {
  const { owner, follower } = await ownerAndFollower();
  const [there, here] = [owner, follower].map(({ requestCounts }) => new requestCounts.store({}));
  for (let i = 0; i < 60; i++) there?.incr('address:10.0.0.1', () => {}, 60_000, 100);
  const countHere = () => {
    let current = 0;
    here?.incr(
      'address:10.0.0.1',
      (_error, result) => {
        current = result?.current ?? 0;
      },
      60_000,
      100,
    );
    return current;
  };
  await expect.poll(countHere).toBeGreaterThan(60);
});

describe('events of the stream', () => {
  it('reach the viewers of other replicas after the change that they announce', async () => {
    const { owner, follower } = await ownerAndFollower();
    const seen: boolean[] = [];
    follower.stream.join({ ...viewer(), send: () => seen.push(follower.live.has('pod', 30)) }, undefined);
    await owner.commit(1, { objects: [podObject(30)] });
    owner.stream.publish(eventOf(1));
    await expect.poll(() => seen).toEqual([false, true]);
  });

  it('that a follower missed reset its viewers after the snapshot', async () => {
    const { owner, follower } = await ownerAndFollower(ONLY_SNAPSHOTS);
    const here = viewer();
    const objectsAtReset: boolean[] = [];
    const { send } = here;
    follower.stream.join(
      {
        ...here,
        send(message) {
          send(message);
          if (here.received.at(-1) === 'reset') objectsAtReset.push(follower.live.has('pod', 30));
        },
      },
      undefined,
    );
    follower.leave();
    await owner.commit(1, { objects: [podObject(30)] });
    owner.stream.publish(eventOf(1));
    follower.follow(owner);
    await expect.poll(() => here.received).toEqual(['welcome', 'reset']);
    expect(objectsAtReset).toEqual([true]);
  });

  it('announce a cluster that came with a snapshot from its new owner', async () => {
    const { owner, follower } = await ownerAndFollower();
    const here = viewer();
    follower.stream.join(here, undefined);
    owner.own(2, 7);
    await expect.poll(() => here.received).toEqual(['welcome', 'inventoryChanged']);
  });

  it('are resumed on another replica', async () => {
    const { owner, follower } = await ownerAndFollower();
    let lastId = '';
    const joined = owner.stream.join(
      {
        ...viewer(),
        send(message) {
          lastId = /^id: (.*)$/m.exec(message.toString())?.[1] ?? lastId;
        },
      },
      undefined,
    );
    owner.stream.publish(eventOf(1));
    joined[Symbol.dispose]();
    owner.stream.publish(eventOf(2));
    await expect.poll(() => follower.stream.positions.get('a1')).toBe(2);
    const there = viewer();
    follower.stream.join(there, lastId);
    expect(there.received).toEqual(['inventoryChanged', 'welcome']);
  });
});
