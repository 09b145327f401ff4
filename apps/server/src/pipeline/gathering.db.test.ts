import type { Db } from '@gwanje/backend/database/schema';
import { expect, it } from 'vitest';
import { eventRecord, Sender } from './testing/batches.ts';
import { describePipeline } from './testing/describe-pipeline.ts';
import { insertCluster } from './testing/test-pipeline.ts';

/** Longer than a test may take. */
const FOR_EVER_MS = 600_000;

/** The same database, and the number of transactions on it. */
function countingTransactions(real: Db): { readonly db: Db; cnt: number } {
  const counted = {
    cnt: 0,
    db: new Proxy(real, {
      get(target, name) {
        if (name === 'transaction') counted.cnt += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  };
  return counted;
}

describePipeline('batches of node agents', (fixture) => {
  const nodeAgents = (cnt: number, hostId = fixture.hostId) =>
    Array.from({ length: cnt }, (_, index) => new Sender(hostId, `node-${index}`, 'node'));

  it('of several clusters that wait for one another are stored in one transaction', async () => {
    const counted = countingTransactions(fixture.db);
    await fixture.reopen({ gatherMs: 300, db: counted.db });
    const others = nodeAgents(3, await insertCluster(fixture.db));
    await fixture.send();
    await Promise.all(others.map((agent) => fixture.accept(agent.next(fixture.nowMs))));
    counted.cnt = 0;
    const agents = [...nodeAgents(5), ...others];
    const acks = await Promise.all(agents.map((agent) => fixture.accept(agent.next(fixture.nowMs))));
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1, 1, 1, 1, 2, 2, 2]);
    expect(counted.cnt).toBe(1);
  });

  it('do not wait when a cluster agent sends', async () => {
    await fixture.reopen({ gatherMs: FOR_EVER_MS });
    await fixture.send();
    const waiting = nodeAgents(3).map((agent) => fixture.accept(agent.next(fixture.nowMs)));
    expect(await fixture.send()).toMatchObject({ seq: 2 });
    expect(await Promise.all(waiting)).toMatchObject([{ seq: 1 }, { seq: 1 }, { seq: 1 }]);
  });

  it('are stored although another of their group cannot be stored', async () => {
    await fixture.reopen({ gatherMs: FOR_EVER_MS });
    const deleted = new Sender(await insertCluster(fixture.db), 'node-0', 'node');
    await fixture.send();
    await fixture.accept(new Sender(deleted.hostId).next(fixture.nowMs));
    const good = nodeAgents(3).map((agent) => fixture.accept(agent.next(fixture.nowMs)));
    const bad = fixture.accept(deleted.next(fixture.nowMs, { events: [eventRecord('e', fixture.nowMs)] }));
    await fixture.db.deleteFrom('cluster').where('hostId', '=', deleted.hostId).execute();
    await fixture.send();
    await expect(bad).rejects.toMatchObject({ detail: { reason: 'unknownToken' } });
    expect(await Promise.all(good)).toMatchObject([{ seq: 1 }, { seq: 1 }, { seq: 1 }]);
  });

  it('that wait are stored before the cluster is handed over', async () => {
    await fixture.reopen({ gatherMs: FOR_EVER_MS });
    await fixture.send();
    const waiting = nodeAgents(3).map((agent) => fixture.accept(agent.next(fixture.nowMs)));
    await fixture.stack.pipeline.release(fixture.hostId);
    expect(await Promise.all(waiting)).toMatchObject([{ seq: 1 }, { seq: 1 }, { seq: 1 }]);
  });

  it('that wait are stored when the pipeline closes', async () => {
    await fixture.reopen({ gatherMs: FOR_EVER_MS });
    await fixture.send();
    const waiting = nodeAgents(3).map((agent) => fixture.accept(agent.next(fixture.nowMs)));
    await fixture.stack.pipeline.close();
    expect(await Promise.all(waiting)).toMatchObject([{ seq: 1 }, { seq: 1 }, { seq: 1 }]);
  });
});
