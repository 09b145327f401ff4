import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '@gwanje/backend/database/schema';
import { type EmbeddedStore, openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { startInSameThread } from '@gwanje/metric-store/testing/same-thread';
import { FakeClock } from '@gwanje/testkit/clock';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { addRow } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { IngestLimits } from '../../config.ts';
import { LiveState } from '../../live/live-state.ts';
import { type IngestOptions, IngestPipeline } from '../ingest-pipeline.ts';

export const NO_LIMITS: IngestLimits = {
  objects: 1_000_000,
  newObjectsPerHour: 1_000_000,
  eventsPerHour: 1_000_000,
  changesPerHour: 1_000_000,
  manifestsPerHour: 1_000_000,
};

const START = '2026-03-02T09:30:00Z';

export interface TestPipeline extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly metrics: EmbeddedStore;
  readonly live: LiveState;
  readonly pipeline: IngestPipeline;
  /** Restarts the pipeline: only the stores are kept. */
  restart(): Promise<void>;
}

export interface TestMetrics extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly store: EmbeddedStore;
}

/** A real metric store in a temporary folder. A suite shares one. */
export async function openTestMetrics(): Promise<TestMetrics> {
  const clock = new FakeClock(START);
  const folder = temporaryFolder();
  const store = await openEmbeddedStore({
    dir: join(folder.path, 'metrics'),
    now: () => clock.now().getTime(),
    maintainEveryMs: null,
    minFreeBytes: 0,
    startWorker: startInSameThread,
  });
  return {
    clock,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

/** A pipeline on a real database and a real metric store. */
export async function openTestPipeline(
  db: Db,
  { clock, store }: TestMetrics,
  over: Partial<IngestOptions> = {},
): Promise<TestPipeline> {
  clock.set(START);
  const open = async () => {
    const live = new LiveState();
    const logger = pino({ level: 'silent' });
    const options = { db, live, metrics: store, logger, now: clock.now, limits: NO_LIMITS, ...over };
    return { live, pipeline: await IngestPipeline.open(options) };
  };
  let current = await open();
  return {
    clock,
    metrics: store,
    get live() {
      return current.live;
    },
    get pipeline() {
      return current.pipeline;
    },
    async restart() {
      await current.pipeline.close();
      current = await open();
    },
    async [Symbol.asyncDispose]() {
      await current.pipeline.close();
    },
  };
}

export async function insertCluster(db: Db): Promise<number> {
  const nameKey = randomUUID();
  const { metaGroupId } = await addRow(db, 'metaGroup', { name: nameKey, nameKey });
  const { subGroupId } = await addRow(db, 'subGroup', { metaGroupId, name: nameKey, nameKey });
  const { hostId } = await addRow(db, 'cluster', { name: nameKey, nameKey, subGroupId, alarmTemplateId: 1 });
  return hostId;
}

/** Also deletes what retention would delete later. */
export async function deleteClusters(db: Db): Promise<void> {
  await sql`truncate cluster, object, object_change, object_manifest, event, node_history cascade`.execute(
    db,
  );
}
