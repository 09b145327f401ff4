import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import {
  deletes,
  eventRecord,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../testing/batches.ts';
import { describeCollector } from '../testing/describe-collector.ts';
import { forgetOld } from './retention.ts';
import { RetentionChore } from './retention-chore.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeCollector('retention', (stage) => {
  /** Answers which steps failed. */
  async function forget(): Promise<string[]> {
    const failed: string[] = [];
    await forgetOld(stage.db, 35, stage.stack.clock.now(), (step) => failed.push(step));
    return failed;
  }

  it('forgets agents that are silent for days, in memory and in the table', async () => {
    await stage.accept(new Sender(stage.hostId, 'gone', 'node').next(stage.nowMs));
    stage.stack.clock.advance(3 * DAY);
    const first = stage.agent.next(stage.nowMs);
    await stage.accept(first);
    expect(await forget()).toEqual([]);
    await stage.stack.collector.tick();
    const kept = await stage.db
      .selectFrom('agent')
      .select('agentId')
      .where('hostId', '=', stage.hostId)
      .execute();
    expect(kept).toEqual([{ agentId: stage.agent.agentId }]);
    const back = new Sender(stage.hostId, 'gone', 'cluster');
    // Its number is not taken for an old one any more.
    expect(await stage.accept(back.next(stage.nowMs))).toMatchObject({ seq: 1 });
    expect(await stage.db.selectFrom('agent').select('role').where('agentId', '=', 'gone').execute()).toEqual(
      [{ role: 'cluster' }],
    );
  });

  it('forgets what is older than history is kept, and keeps the state that still holds', async () => {
    const old = stage.nowMs - 40 * DAY;
    const pods = [podRecord('gone', old), podRecord('alive', old)];
    const node = (status: 'True' | 'False', atMs: number) =>
      nodeRecord('node-1', old, { conditions: [readiness(status, atMs)] });
    await stage.accept(
      stage.agent.next(
        old,
        { inventory: [upserts(...pods, node('True', old))], events: [eventRecord('old', old)] },
        stage.nowMs,
      ),
    );
    await stage.accept(
      stage.agent.next(
        old + 1000,
        { inventory: [upserts(node('False', old + 1000)), deletes('pod', 'uid-gone', old + 1000)] },
        stage.nowMs,
      ),
    );
    await stage.accept(stage.agent.next(stage.nowMs, { events: [eventRecord('new', stage.nowMs)] }));
    expect(await forget()).toEqual([]);
    expect(await stage.podNames()).toEqual(['alive']);
    expect((await stage.events()).map(({ uid }) => uid)).toEqual(['new']);
    const changes = await stage.db
      .selectFrom('objectChange')
      .innerJoin('object', 'object.objectId', 'objectChange.objectId')
      .select(['object.name', 'objectChange.changes'])
      .where('object.hostId', '=', stage.hostId)
      .orderBy('changeId')
      .execute();
    expect(changes).toEqual([
      { name: 'alive', changes: [{ what: 'created', from: null, to: 'alive' }] },
      { name: 'node-1', changes: [{ what: 'condition', from: 'Ready', to: 'NotReady' }] },
    ]);
    expect(await stage.changes()).toHaveLength(2);
  });

  it('goes on where one step fails', async () => {
    const old = stage.nowMs - 40 * DAY;
    await stage.accept(
      stage.agent.next(
        old,
        { inventory: [upserts(podRecord('gone', old))], events: [eventRecord('old', old)] },
        stage.nowMs,
      ),
    );
    const inventory = [deletes('pod', 'uid-gone', old + 1000)];
    await stage.accept(stage.agent.next(old + 1000, { inventory }, stage.nowMs));
    await sql`create function too_slow() returns trigger language plpgsql as
      $$ begin raise exception 'too slow' using errcode = '57014'; end $$`.execute(stage.db);
    await sql`create trigger too_slow before delete on object_change execute function too_slow()`.execute(
      stage.db,
    );
    onTestFinished(async () => {
      await sql`drop function too_slow cascade`.execute(stage.db);
    });
    expect(await forget()).toEqual(['changes']);
    expect(await stage.podNames()).toEqual([]);
    expect(await stage.events()).toEqual([]);
    await sql`drop trigger too_slow on object_change`.execute(stage.db);
    expect(await forget()).toEqual([]);
    expect(await stage.changes()).toEqual([]);
  });

  it('looks at any number of changes, and keeps the last of each object that still is', async () => {
    const old = stage.nowMs - 40 * DAY;
    const inventory = [upserts(podRecord('web', old), podRecord('other', old))];
    await stage.accept(stage.agent.next(old, { inventory }, stage.nowMs));
    const [web] = await stage.objects();
    await sql`
      insert into object_change (host_id, object_id, at, changes, state)
      select ${stage.hostId}, ${web?.objectId}, ${new Date(old)}::timestamptz + make_interval(secs => n / 2), '[]',
        json_build_object('n', n) from generate_series(1, 5000) n`.execute(stage.db);
    expect(await forget()).toEqual([]);
    const kept = await stage.changes();
    expect(kept).toHaveLength(2);
    expect(kept.find(({ objectId }) => objectId === web?.objectId)?.state).toEqual({ n: 5000 });
  });

  it('lets go of the objects of clusters that are gone, and of theirs alone', async () => {
    const other = await stage.another();
    for (const agent of [stage.agent, other]) {
      const inventory = [upserts(podRecord('web', stage.nowMs), nodeRecord('node-1', stage.nowMs))];
      await stage.accept(agent.next(stage.nowMs, { inventory }));
    }
    await stage.db.deleteFrom('cluster').where('hostId', '=', other.hostId).execute();
    expect(await forget()).toEqual([]);
    expect(await stage.objects(other.hostId)).toEqual([]);
    expect(await stage.podNames()).toEqual(['web']);
  });

  it('waits while the clock is doubted, and does its work when it is believed', async () => {
    const { clock } = stage.stack;
    let steadyMs = 0;
    const begin = () =>
      new RetentionChore({
        db: stage.db,
        logger: pino({ level: 'silent' }),
        historyDays: 35,
        now: clock.now,
        steadyNow: () => steadyMs,
      });
    let chore = begin();
    const pass = async (ms: number) => {
      clock.advance(ms);
      steadyMs += ms;
      await chore.run();
      return (await stage.events()).length;
    };
    const samples = [rows('pod', stage.nowMs, ['uid-web'], { cpuUsedCores: [1] })];
    const events = [eventRecord('one', stage.nowMs)];
    await stage.accept(stage.agent.next(stage.nowMs, { events, samples }));
    expect(await pass(HOUR)).toBe(1);
    clock.advance(400 * DAY);
    expect(await pass(HOUR)).toBe(1);
    expect(await pass(HOUR)).toBe(1);
    // A server that begins with such a clock has nothing but its samples to tell by; agents still say the right time.
    chore = begin();
    const sentMs = stage.nowMs - 400 * DAY;
    await stage.accept({ ...stage.agent.next(sentMs, { samples }, stage.nowMs), clockSkewMs: -400 * DAY });
    expect(await pass(HOUR)).toBe(1);
    expect(await pass(HOUR)).toBe(1);
    expect(await pass(DAY)).toBe(0);
  });
});
