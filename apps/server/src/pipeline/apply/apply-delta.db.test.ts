import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containerRecord, nodeRecord, podRecord, rows, Sender, upserts } from '../testing/batches.ts';
import { describeReplicas } from '../testing/describe-replicas.ts';
import { liveAnswers } from '../testing/live-answers.ts';
import { anyBatch } from '../testing/random-batches.ts';

const RUNS = Number(process.env.GWANJE_SOAK_RUNS ?? 15);

describeReplicas('a replica that gets only what the owner has committed', (fixture) => {
  it('answers as the owner does, after any batches', async () => {
    const owner = await fixture.open('owner');
    const follower = await fixture.open('follower');
    // How far the clock of the owner is ahead at each attempt. All attempts but the last fail.
    const anyAttempts = fc.array(fc.constantFrom(0, 0, 144_000, 144_200, -90_000), {
      minLength: 1,
      maxLength: 3,
    });
    const anyStep = fc.tuple(anyBatch, fc.constantFrom(1000, 15_000, 400_000), anyAttempts);
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        const hostId = await fixture.cluster();
        const sender = new Sender(hostId);
        await owner.take(hostId);
        follower.copied.set(hostId, 0);
        for (const [batch, waitMs, attempts] of steps) {
          const nowMs = fixture.later(waitMs);
          const sent = sender.next(nowMs, batch(nowMs));
          for (const [at, aheadMs] of attempts.entries()) {
            const received = { ...sent, receivedAt: new Date(nowMs + aheadMs), clockSkewMs: -aheadMs };
            if (at === attempts.length - 1) await owner.pipeline.accept(received);
            else {
              owner.lossy.refuseNext();
              await expect(owner.pipeline.accept(received)).rejects.toMatchObject({ errorName: 'busy' });
            }
          }
          if (waitMs > 60_000) await owner.pipeline.tick();
          for (const delta of owner.sent.splice(0)) expect(await follower.follow(delta)).toBe(true);
          expect(liveAnswers(follower.live, hostId, nowMs)).toEqual(liveAnswers(owner.live, hostId, nowMs));
        }
        // Without this the timed work of later runs would write for this cluster too.
        await owner.release(hostId);
        owner.sent.length = 0;
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  it('counts the restarts of containers', async () => {
    const [owner, follower] = [await fixture.open('owner'), await fixture.open('follower')];
    const hostId = await fixture.cluster();
    const sender = new Sender(hostId);
    await owner.take(hostId);
    follower.copied.set(hostId, 0);
    for (const restartCnt of [1, 4]) {
      const nowMs = fixture.later(15_000);
      const containers = [containerRecord('main', nowMs, { restartCnt })];
      await owner.pipeline.accept(
        sender.next(nowMs, { inventory: [upserts(podRecord('a', nowMs, { containers }))] }),
      );
    }
    for (const delta of owner.sent) await follower.follow(delta);
    expect(follower.live.clusterSummary(hostId, fixture.nowMs)?.recentRestartCnt).toBe(4);
    expect(owner.live.clusterSummary(hostId, fixture.nowMs)?.recentRestartCnt).toBe(4);
  });

  it('gets each transaction of a large listing, numbered without a gap', async () => {
    const [owner, follower] = [await fixture.open('owner'), await fixture.open('follower')];
    const hostId = await fixture.cluster();
    await owner.take(hostId);
    follower.copied.set(hostId, 0);
    const { nowMs } = fixture;
    const pods = Array.from({ length: 900 }, (_, at) => podRecord(`pod-${at}`, nowMs));
    const samples = [rows('pod', nowMs, ['uid-pod-0'], { cpuUsedCores: [1] })];
    await owner.pipeline.accept(
      new Sender(hostId).next(nowMs, { inventory: [upserts(nodeRecord('node-1', nowMs), ...pods)], samples }),
    );
    expect(owner.sent.length).toBeGreaterThan(1);
    expect(owner.sent.map(({ commitNo }) => commitNo)).toEqual(owner.sent.map((_, at) => at + 1));
    for (const delta of owner.sent) expect(await follower.follow(delta)).toBe(true);
    expect(liveAnswers(follower.live, hostId, nowMs)).toEqual(liveAnswers(owner.live, hostId, nowMs));
  });

  it('gets nothing of a batch that was not stored', async () => {
    const owner = await fixture.open('owner');
    const hostId = await fixture.cluster();
    await owner.take(hostId);
    const batch = new Sender(hostId).next(fixture.nowMs, {
      inventory: [upserts(podRecord('a', fixture.nowMs))],
    });
    owner.lossy.refuseNext();
    await expect(owner.pipeline.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(owner.sent).toEqual([]);
    await owner.pipeline.accept(batch);
    expect(owner.sent).toMatchObject([{ commitNo: 1, objects: [{ kind: 'pod' }], contacts: [{}] }]);
  });

  it('shows the times of its owner when the clock was set back while a batch could not be stored', async () => {
    const [owner, follower] = [await fixture.open('owner'), await fixture.open('follower')];
    const hostId = await fixture.cluster();
    await owner.take(hostId);
    follower.copied.set(hostId, 0);
    const { nowMs } = fixture;
    const batch = new Sender(hostId).next(nowMs, { inventory: [upserts(podRecord('a', nowMs))] });
    for (const aheadMs of [144_000, 144_200]) {
      owner.lossy.refuseNext();
      const received = { ...batch, receivedAt: new Date(nowMs + aheadMs), clockSkewMs: -aheadMs };
      await expect(owner.pipeline.accept(received)).rejects.toMatchObject({ errorName: 'busy' });
    }
    expect(owner.live.clusterState(hostId, nowMs)).toMatchObject({ dataAt: null });
    const earlierMs = nowMs - 1500;
    await owner.pipeline.accept({ ...batch, receivedAt: new Date(earlierMs) });
    for (const delta of owner.sent) expect(await follower.follow(delta)).toBe(true);
    expect(owner.live.clusterState(hostId, nowMs)).toMatchObject({
      dataAt: new Date(earlierMs).toISOString(),
    });
    expect(liveAnswers(follower.live, hostId, nowMs)).toEqual(liveAnswers(owner.live, hostId, nowMs));
  });

  it('has the states of another version of the server, computed from the records', async () => {
    const [owner, follower] = [await fixture.open('owner'), await fixture.open('follower')];
    const hostId = await fixture.cluster();
    await owner.take(hostId);
    const { nowMs } = fixture;
    await owner.pipeline.accept(
      new Sender(hostId).next(nowMs, { inventory: [upserts(podRecord('a', nowMs))] }),
    );
    const [delta] = owner.sent;
    if (!delta) throw new Error('nothing was sent');
    follower.copied.set(hostId, 0);
    const objects = delta.objects.map((object) => ({ ...object, state: '{"name":"a"}' }));
    expect(await follower.follow({ ...delta, objects })).toBe(true);
    expect(liveAnswers(follower.live, hostId, nowMs)).toEqual(liveAnswers(owner.live, hostId, nowMs));
  });
});
