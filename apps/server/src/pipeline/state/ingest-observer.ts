import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import { MetricStoreError } from '@gwanje/metric-store/interface';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { UnknownPart } from '../receive/decode/unknown-parts.ts';

/** How much of a batch the server did not store, by reason. */
export interface DroppedCounts {
  /** Samples dated in the future. */
  future: number;
  /** Samples older than the raw tier. */
  tooOld: number;
  /** Values of samples below 0. */
  negative: number;
  /** Samples without a known object, when too many wait already. */
  waiting: number;
  /** Events beyond the hourly limit. */
  events: number;
  /** Changes beyond the hourly limit. They are merged into one change per object. */
  changes: number;
  /** Manifests that are no JSON objects, or beyond the hourly limit. */
  manifests: number;
  /** Samples that the metric store refused, and events that the database refused. */
  unstorable: number;
}

/** Why the stores take no batches at present. The agents keep them. */
export type StoreRefusal = 'diskFull' | 'storeUnavailable';

export interface StoredGroup {
  readonly batchCnt: number;
  readonly rowCnt: number;
  readonly objectCnt: number;
  readonly eventCnt: number;
  readonly appendMs: number;
  readonly commitMs: number;
}

/** Names for each cluster. A hostile agent could make up new ones. */
const MAX_LOGGED_UNKNOWN = 100;
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** One method per event of the pipeline. It writes the log line and counts the metric. */
export function createIngestObserver(
  logger: Logger,
  metrics: Metrics | undefined,
  queue: { entries: number; weight: number },
) {
  const registers = [metrics?.registry ?? new Registry()];
  function counter<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Counter<Label>({ name: `gwanje_ingest_${name}`, help, labelNames, registers });
  }
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `gwanje_ingest_${name}`, help, buckets: SECONDS_BUCKETS, registers });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `gwanje_ingest_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const counted = {
    batches: counter('stored_batches_total', 'Batches stored and acknowledged'),
    rows: counter('rows_total', 'Sample rows stored'),
    objects: counter('objects_total', 'Objects written, including containers'),
    events: counter('events_total', 'Kubernetes events written'),
    refused: counter('refused_total', 'Batches refused by the pipeline, by reason', 'reason'),
    unknown: counter('unknown_total', 'Parts of batches that only a newer version knows, left out', 'what'),
    dropped: counter('dropped_total', 'Rows and events dropped from accepted batches, by reason', 'reason'),
    failures: counter('failures_total', 'Groups of batches that could not be stored, by stage', 'stage'),
    appendSeconds: histogram('append_seconds', 'Time to append the samples of a group to the metric store'),
    commitSeconds: histogram('commit_seconds', 'Time of the database transaction of a group'),
  };
  let refusal: StoreRefusal | null = null;
  const loggedUnknown = new Map<number, Set<string>>();
  gauge('queue_batches', 'Batches waiting in the queue', () => queue.entries);
  gauge('queue_weight', 'Rows and objects waiting in the queue', () => queue.weight);
  return {
    get refusal(): StoreRefusal | null {
      return refusal;
    },

    groupStored(group: StoredGroup): void {
      refusal = null;
      counted.batches.inc(group.batchCnt);
      counted.rows.inc(group.rowCnt);
      counted.objects.inc(group.objectCnt);
      counted.events.inc(group.eventCnt);
      counted.appendSeconds.observe(group.appendMs / 1000);
      counted.commitSeconds.observe(group.commitMs / 1000);
    },

    queueFull(hostId: number): void {
      counted.refused.inc({ reason: 'busy' });
      logger.debug({ hostId }, 'queue is full, batch refused');
    },

    batchRefused(hostId: number, agentId: string, reason: RefusalReason): void {
      counted.refused.inc({ reason });
      logRefusal(logger, { hostId, agentId, reason }, 'batch refused');
    },

    rowsDropped(hostId: number, dropped: DroppedCounts): void {
      const counts = Object.entries(dropped).filter(([, cnt]) => cnt > 0);
      if (counts.length === 0) return;
      for (const [reason, cnt] of counts) counted.dropped.inc({ reason }, cnt);
      logger.info({ hostId, ...dropped }, 'part of a batch dropped');
    },

    /** Each name is logged once for each cluster: its agent sends it in every batch until the server is updated. */
    unknownLeftOut(hostId: number, version: string, unknown: readonly UnknownPart[]): void {
      const logged = loggedUnknown.get(hostId) ?? new Set();
      loggedUnknown.set(hostId, logged);
      const names: string[] = [];
      for (const { what, name, cnt } of unknown) {
        counted.unknown.inc({ what }, cnt);
        const entry = `${what} ${name}`;
        if (logged.has(entry) || logged.size >= MAX_LOGGED_UNKNOWN) continue;
        logged.add(entry);
        names.push(entry);
      }
      if (names.length > 0)
        logger.warn(
          { hostId, version, names },
          'left out what only a newer version knows: update the server',
        );
    },

    waitingExpired(hostId: number, rowCnt: number): void {
      counted.dropped.inc({ reason: 'unknownObject' }, rowCnt);
      logger.info({ hostId, rowCnt }, 'samples of unknown objects dropped');
    },

    storeFailed(stage: 'prepare' | 'append' | 'commit', err: unknown): void {
      counted.failures.inc({ stage });
      refusal = isDiskFull(err) ? 'diskFull' : 'storeUnavailable';
      if (refusal === 'diskFull')
        logRefusal(logger, { stage, reason: err }, 'the disk is full, batches refused');
      else logger.warn({ err, stage }, 'batches not stored, the agents resend them');
    },

    batchFailed(hostId: number, agentId: string, err: unknown): void {
      counted.failures.inc({ stage: 'batch' });
      logger.error({ err, hostId, agentId }, 'batch failed');
    },

    objectDropped(hostId: number, objectId: number, err: unknown): void {
      counted.dropped.inc({ reason: 'unstorable' });
      logger.error({ err, hostId, objectId }, 'object could not be written');
    },

    eventDropped(hostId: number, uid: string, err: unknown): void {
      logger.error({ err, hostId, uid }, 'event could not be written');
    },

    recovered(counts: Readonly<Record<string, number>>): void {
      logger.info(counts, 'state recovered from the stores');
    },

    sumsFailed(hostId: number, err: unknown): void {
      logger.warn({ err, hostId }, 'cluster sums could not be recomputed after late samples');
    },

    valuesMissing(err: unknown): void {
      logger.warn({ err }, 'started without the latest values; the next samples bring them');
    },

    /** Negative: the server clock is ahead. */
    clockBehind(behindMs: number | null): void {
      if (behindMs === null) logger.info('the clocks of the agents agree with the server clock again');
      else
        logger.error(
          { behindS: Math.round(behindMs / 1000) },
          'the server clock differs from the clocks of its agents; their samples are refused until it is right',
        );
    },

    clusterLost(hostId: number): void {
      logger.warn({ hostId }, 'another replica owns the cluster now, its batches are refused here');
    },

    deltaFailed(hostId: number, err: unknown): void {
      logger.error({ err, hostId }, 'a commit could not be reported to the other replicas');
    },

    owned(hostId: number, counts: Readonly<Record<string, number | string>>): void {
      logger.info({ hostId, ...counts }, 'memory of a cluster read, its batches are accepted');
    },

    clusterRemoved(hostId: number): void {
      loggedUnknown.delete(hostId);
      logger.info({ hostId }, 'cluster removed');
    },
  };
}

export type IngestObserver = ReturnType<typeof createIngestObserver>;

/** Of the metric store, or of PostgreSQL: 53100 is its code for a full disk. */
function isDiskFull(error: unknown): boolean {
  if (error instanceof MetricStoreError) return error.kind === 'diskFull';
  return error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');
}
