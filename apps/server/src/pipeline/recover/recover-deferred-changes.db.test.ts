import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { deletes, upserts } from '../testing/batches.ts';
import { describePipeline } from '../testing/describe-pipeline.ts';

type Part = ReturnType<typeof upserts> | ReturnType<typeof deletes>;

const Changes = z.array(
  z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
);

describePipeline('deferred changes when the server ends', (fixture) => {
  const PER_HOUR = 3;

  beforeEach(() => fixture.reopenWithLimits({ changesPerHour: PER_HOUR }));

  const send = (...inventory: readonly Part[]) => fixture.send({ inventory: [...inventory] });
  const pod = (name: string, phase: 'Running' | 'Failed' = 'Running') => fixture.pod(name, { phase });

  async function historyOf(name: string) {
    const id = await fixture.podId(name);
    const rows = (await fixture.changes()).filter(({ objectId }) => objectId === id);
    return rows.map(({ changes, state, at }) => ({
      changes: Changes.parse(changes).map(({ what, from, to }) => `${what} ${from} → ${to}`),
      phase: z.object({ phase: z.string() }).parse(state).phase,
      atMs: at.getTime(),
    }));
  }

  async function restartAndSend(): Promise<void> {
    await fixture.stack.restart();
    for (let hour = 0; hour < 3; hour++) {
      await fixture.stack.pipeline.tick();
      fixture.later(3_600_000);
    }
  }

  it('are written by the next start, once per object, with their time', async () => {
    await send(upserts(pod('web'), pod('still'), pod('other')));
    const sentMs = fixture.nowMs;
    fixture.later(60_000);
    const changedMs = fixture.nowMs;
    await send(upserts(pod('web', 'Failed')));
    await send(upserts(pod('web'), pod('late')));
    await send(upserts(pod('web', 'Failed')));
    expect(await historyOf('web')).toHaveLength(1);
    expect(await historyOf('late')).toEqual([]);
    await restartAndSend();
    const [, last, ...more] = await historyOf('web');
    expect(more).toEqual([]);
    expect(last?.phase).toBe('Failed');
    expect(last?.atMs).toBeGreaterThan(sentMs);
    expect(last?.atMs).toBeLessThanOrEqual(changedMs);
    expect(last?.changes).toContain('phase Running → Failed');
    expect(await historyOf('late')).toMatchObject([{ changes: ['created null → late'] }]);
    expect([await historyOf('still'), await historyOf('other')]).toMatchObject([[{}], [{}]]);
  });

  it('include deleted objects and objects that are back', async () => {
    await send(upserts(pod('gone'), pod('back')));
    await send(deletes('pod', 'uid-back', fixture.nowMs));
    await send(upserts(pod('back')), upserts(pod('gone', 'Failed')));
    await send(deletes('pod', 'uid-gone', fixture.nowMs));
    const deletedMs = fixture.nowMs;
    await restartAndSend();
    const gone = (await historyOf('gone')).at(-1);
    expect(gone?.changes.slice(0, 2)).toEqual(['deleted gone → null', 'phase Running → Failed']);
    expect(gone?.atMs).toBe(deletedMs);
    expect((await historyOf('back')).map(({ changes }) => changes[0])).toEqual([
      'created null → back',
      'deleted back → null',
      'created null → back',
    ]);
  });

  it('are written when their batch was stored in part and resent', async () => {
    await send(upserts(pod('web'), pod('b'), pod('c')));
    const batch = fixture.next({ inventory: [upserts(pod('web', 'Failed'))] });
    await whileAgentsCannotBeWritten(async () => {
      await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
      // The tick writes the objects of the batch without the batch.
      await fixture.stack.pipeline.tick();
    });
    await fixture.stack.restart();
    await fixture.accept(batch);
    await restartAndSend();
    expect((await historyOf('web')).map(({ phase }) => phase)).toEqual(['Running', 'Failed']);
  });

  it('are found among any number of objects', async () => {
    const names = Array.from({ length: 2_600 }, (_, at) => `pod-${at}`);
    for (const part of [names.slice(0, 1_300), names.slice(1_300)])
      await send(upserts(...part.map((name) => pod(name))));
    expect(await fixture.changes()).toHaveLength(PER_HOUR);
    await fixture.reopenWithLimits({ changesPerHour: 10_000 });
    await fixture.stack.pipeline.tick();
    expect(new Set((await fixture.changes()).map(({ objectId }) => objectId)).size).toBe(names.length);
    expect(await fixture.changes()).toHaveLength(names.length);
  });

  it('are not searched again once they are written', async () => {
    await send(upserts(pod('a'), pod('b'), pod('c'), pod('d')));
    const isDeferring = async () => {
      const row = await fixture.db
        .selectFrom('clusterLive')
        .select('isDeferring')
        .where('hostId', '=', fixture.hostId)
        .executeTakeFirst();
      return row?.isDeferring;
    };
    expect(await isDeferring()).toBe(true);
    fixture.later(3_600_000);
    await send(upserts(pod('a')));
    expect(await isDeferring()).toBe(false);
    expect(await historyOf('d')).toHaveLength(1);
  });

  async function whileAgentsCannotBeWritten(work: () => Promise<void>): Promise<void> {
    const run = (statement: RawBuilder<unknown>) => statement.execute(fixture.db);
    await run(sql`
      create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'full' using errcode = '53100';
      end $$`);
    await run(sql`
      create trigger full_disk before insert or update on agent for each row execute function full_disk()`);
    try {
      await work();
    } finally {
      await run(sql`drop function full_disk cascade`);
    }
  }
});
