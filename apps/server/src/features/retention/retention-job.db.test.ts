import { DeletionClock } from '@gwanje/backend/retention/deletion-clock';
import { addRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { crashLooping } from '../../alarms/testing/records.ts';
import { Sender, upserts } from '../../pipeline/testing/batches.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { createRetention } from './retention-job.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TABLES = ['audit', 'session', 'alarm', 'event', 'object', 'object_change', 'node_history', 'agent'];

describeWithOwnApp('a clock that is 500 days ahead for ten minutes', (app) => {
  /** The monotonic clock runs on when the clock of the server jumps. */
  let monotonicMs = 0;

  function startServer() {
    const { db, clock, services } = app();
    const { now } = clock;
    const deletionClock = new DeletionClock({ db, now, monotonicNow: () => monotonicMs });
    const logger = pino({ level: 'silent' });
    return createRetention({ db, logger, now, clock: deletionClock }, services.settings);
  }

  async function counts(): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const table of TABLES) {
      const { rows } = await sql<{
        cnt: number;
      }>`select count(*)::int as cnt from ${sql.table(table)}`.execute(app().db);
      found[table] = rows[0]?.cnt ?? 0;
    }
    return found;
  }

  const pass = (ms: number) => {
    app().clock.advance(ms);
    monotonicMs += ms;
  };

  async function fill() {
    const scene = await collectedScene(app());
    const { pipeline, alarms } = app().services;
    const inventory = [upserts(crashLooping('web', scene.nowMs))];
    await pipeline.accept(scene.seen.sender.next(scene.nowMs, { inventory }));
    await alarms.engine.reloadSettings();
    await alarms.engine.evaluate(scene.hostId);
    await sql`update alarm set confirm_level = 4`.execute(app().db);
    await sql`insert into audit (action, outcome, at)
      select 'filled', 'done', ${app().clock.now()}::timestamptz - make_interval(days => n)
      from generate_series(1, 390) n`.execute(app().db);
    return scene;
  }

  /** Users sign in and act, and agents send, so that the newest entries have the wrong time. */
  async function act({ seen }: Awaited<ReturnType<typeof fill>>, aheadMs: number): Promise<void> {
    await app().newToken('key');
    await addRows(app().db, 'audit', { action: 'acted', outcome: 'done', at: app().clock.now() });
    const nowMs = app().clock.now().getTime();
    await app().services.pipeline.accept({
      ...seen.sender.next(nowMs - aheadMs, {}, nowMs),
      clockSkewMs: -aheadMs,
    });
  }

  it.each(['while the server runs', 'from the start of the server'] as const)(
    'deletes nothing: %s',
    async (when) => {
      const scene = await fill();
      let server = startServer();
      await server.run();
      const before = await counts();
      expect(Object.entries(before).filter(([, cnt]) => cnt === 0)).toEqual([]);
      pass(MINUTE_MS);
      app().clock.advance(500 * DAY_MS);
      if (when === 'from the start of the server') server = startServer();
      for (let minute = 0; minute < 10; minute += 2) {
        await act(scene, 500 * DAY_MS);
        await server.run();
        pass(2 * MINUTE_MS);
      }
      app().clock.advance(-500 * DAY_MS);
      await server.run();
      const after = await counts();
      expect(Object.entries(before).filter(([table, cnt]) => (after[table] ?? 0) < cnt)).toEqual([]);
    },
  );

  it('deletes nothing for a week when no agent can say that the clock is wrong', async () => {
    await fill();
    await startServer().run();
    await sql`delete from agent`.execute(app().db);
    const before = await counts();
    app().clock.advance(500 * DAY_MS);
    for (let start = 0; start < 3; start++) {
      const server = startServer();
      for (let day = 0; day < 3; day++) {
        await app().newToken('key');
        await server.run();
        pass(DAY_MS);
      }
    }
    const after = await counts();
    expect(Object.entries(before).filter(([table, cnt]) => (after[table] ?? 0) < cnt)).toEqual([]);
    app().clock.advance(-509 * DAY_MS);
  });
});

describeWithOwnApp('a database that cannot store the time of trust', (app) => {
  it('does not stop deletions, and the error is reported', async () => {
    const { db, clock } = app();
    await sql`alter table installation_note add constraint no_space check (false) not valid`.execute(db);
    onTestFinished(async () => {
      await sql`alter table installation_note drop constraint no_space`.execute(db);
    });
    const errors: unknown[] = [];
    const deletionClock = new DeletionClock({
      db,
      now: clock.now,
      onStoreError: (error) => errors.push(error),
    });
    expect(await deletionClock.check()).toBeNull();
    expect(errors).toHaveLength(1);
  });
});

describeWithOwnApp('agents of which half are two days behind', (app) => {
  it('do not stop deletions', async () => {
    const { hostId, nowMs } = await collectedScene(app());
    await app().db.deleteFrom('agent').execute();
    for (const [agentId, clockSkewMs] of [['right', 0] as const, ['behind', -2 * DAY_MS] as const])
      await app().services.pipeline.accept({
        ...new Sender(hostId, agentId, 'node').next(nowMs),
        clockSkewMs,
      });
    const { db, clock } = app();
    expect(await db.selectFrom('agent').select('agentId').execute()).toHaveLength(2);
    expect(await new DeletionClock({ db, now: clock.now }).check()).toBeNull();
  });
});
