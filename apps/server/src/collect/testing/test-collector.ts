import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '@gwanje/backend/database/schema';
import { type EmbeddedStore, openEmbeddedStore } from '@gwanje/metric-store/embedded/open';
import { FakeClock } from '@gwanje/testkit/clock';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { CollectLimits } from '../../config.ts';
import { LiveState } from '../../live/live-state.ts';
import { type CollectorOptions, GroupCollector } from '../collector.ts';

export const NO_LIMITS: CollectLimits = {
  objects: 1_000_000,
  newObjectsPerHour: 1_000_000,
  eventsPerHour: 1_000_000,
};

export interface TestCollector extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly metrics: EmbeddedStore;
  readonly live: LiveState;
  readonly collector: GroupCollector;
  /** As after a restart of the process: all that is left is in the stores. */
  restart(): Promise<void>;
}

/** A collector on a real database and a real metric store. */
export async function openTestCollector(
  db: Kysely<Database>,
  {
    limits = NO_LIMITS,
    ...over
  }: Partial<Pick<CollectorOptions, 'limits' | 'queue' | 'onChanged' | 'observe'>> = {},
): Promise<TestCollector> {
  const clock = new FakeClock('2026-03-02T09:30:00Z');
  const folder = temporaryFolder();
  const metrics = await openEmbeddedStore({
    dir: join(folder.path, 'metrics'),
    now: () => clock.now().getTime(),
    maintainEveryMs: null,
    minFreeBytes: 0,
  });
  const logger = pino({ level: 'silent' });
  const open = async () => {
    const live = new LiveState();
    const collector = await GroupCollector.open({
      db,
      live,
      metrics,
      logger,
      now: clock.now,
      limits,
      ...over,
    });
    return { live, collector };
  };
  let current = await open();
  return {
    clock,
    metrics,
    get live() {
      return current.live;
    },
    get collector() {
      return current.collector;
    },
    async restart() {
      await current.collector.close();
      current = await open();
    },
    async [Symbol.asyncDispose]() {
      await current.collector.close();
      await metrics.close();
      folder[Symbol.dispose]();
    },
  };
}

export async function insertCluster(db: Kysely<Database>): Promise<number> {
  const nameKey = randomUUID();
  const { metaGroupId } = await db
    .insertInto('metaGroup')
    .values({ name: nameKey, nameKey })
    .returning('metaGroupId')
    .executeTakeFirstOrThrow();
  const { subGroupId } = await db
    .insertInto('subGroup')
    .values({ metaGroupId, name: nameKey, nameKey })
    .returning('subGroupId')
    .executeTakeFirstOrThrow();
  const { hostId } = await db
    .insertInto('cluster')
    .values({ name: nameKey, nameKey, subGroupId, alarmTemplateId: 1 })
    .returning('hostId')
    .executeTakeFirstOrThrow();
  return hostId;
}
