import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { RefusalReason } from '@gwanje/contract/agent/refusals';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DroppedRows } from './take-in.ts';

export interface GroupDone {
  readonly batchCnt: number;
  readonly rowCnt: number;
  readonly objectCnt: number;
  readonly eventCnt: number;
  readonly appendMs: number;
  readonly commitMs: number;
}

/** What happens in the collector, one method each: a line in the log where somebody should know, and a number. */
export class CollectObserver {
  readonly #logger: Logger;
  readonly #batches: Counter;
  readonly #rows: Counter;
  readonly #objects: Counter;
  readonly #events: Counter;
  readonly #refused: Counter<'reason'>;
  readonly #dropped: Counter<'reason'>;
  readonly #appendSeconds: Histogram;
  readonly #commitSeconds: Histogram;
  readonly #failures: Counter<'stage'>;

  constructor(logger: Logger, metrics: Metrics | undefined, queue: { entries: number; weight: number }) {
    const registers = [metrics?.registry ?? new Registry()];
    const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
    const counter = (name: string, help: string) =>
      new Counter({ name: `gwanje_collect_${name}`, help, registers });
    this.#logger = logger;
    this.#batches = counter('batches_total', 'Batches stored and acknowledged');
    this.#rows = counter('rows_total', 'Sample rows stored');
    this.#objects = counter('objects_total', 'Objects written, containers included');
    this.#events = counter('events_total', 'Kubernetes events written');
    this.#refused = new Counter({
      name: 'gwanje_collect_refused_total',
      help: 'Batches not taken, by reason',
      labelNames: ['reason'],
      registers,
    });
    this.#dropped = new Counter({
      name: 'gwanje_collect_dropped_total',
      help: 'Rows and events of taken batches that were not stored, by reason',
      labelNames: ['reason'],
      registers,
    });
    this.#appendSeconds = new Histogram({
      name: 'gwanje_collect_append_seconds',
      help: 'Time to make a group’s samples durable',
      buckets,
      registers,
    });
    this.#commitSeconds = new Histogram({
      name: 'gwanje_collect_commit_seconds',
      help: 'Time of a group’s transaction',
      buckets,
      registers,
    });
    this.#failures = new Counter({
      name: 'gwanje_collect_failures_total',
      help: 'Groups that could not be stored, by stage',
      labelNames: ['stage'],
      registers,
    });
    new Gauge({
      name: 'gwanje_collect_queue_batches',
      help: 'Batches waiting for their group',
      registers,
      collect() {
        this.set(queue.entries);
      },
    });
    new Gauge({
      name: 'gwanje_collect_queue_weight',
      help: 'Rows and objects waiting for their group',
      registers,
      collect() {
        this.set(queue.weight);
      },
    });
  }

  groupDone(group: GroupDone): void {
    this.#batches.inc(group.batchCnt);
    this.#rows.inc(group.rowCnt);
    this.#objects.inc(group.objectCnt);
    this.#events.inc(group.eventCnt);
    this.#appendSeconds.observe(group.appendMs / 1000);
    this.#commitSeconds.observe(group.commitMs / 1000);
  }

  queueFull(hostId: number): void {
    this.#refused.inc({ reason: 'busy' });
    this.#logger.debug({ hostId }, 'batch not taken: queue full');
  }

  batchRefused(hostId: number, agentId: string, reason: RefusalReason): void {
    this.#refused.inc({ reason });
    this.#logger.warn({ hostId, agentId, reason }, 'batch refused');
  }

  rowsDropped(hostId: number, dropped: DroppedRows): void {
    for (const [reason, cnt] of Object.entries(dropped)) {
      if (cnt > 0) this.#dropped.inc({ reason }, cnt);
    }
    if (Object.values(dropped).some((cnt) => cnt > 0))
      this.#logger.info({ hostId, ...dropped }, 'part of a batch dropped');
  }

  waitedInVain(hostId: number, rowCnt: number): void {
    this.#dropped.inc({ reason: 'unknownObject' }, rowCnt);
    this.#logger.info({ hostId, rowCnt }, 'samples of unknown objects dropped');
  }

  storeFailed(stage: 'prepare' | 'append' | 'commit', err: unknown): void {
    this.#failures.inc({ stage });
    this.#logger.warn({ err, stage }, 'batches not stored; they will be sent again');
  }

  batchFailed(hostId: number, agentId: string, err: unknown): void {
    this.#failures.inc({ stage: 'batch' });
    this.#logger.error({ err, hostId, agentId }, 'a batch could not be taken in');
  }

  objectDropped(hostId: number, objectId: number, err: unknown): void {
    this.#dropped.inc({ reason: 'unstorable' });
    this.#logger.error({ err, hostId, objectId }, 'an object could not be written');
  }

  eventDropped(hostId: number, uid: string, err: unknown): void {
    this.#logger.error({ err, hostId, uid }, 'an event could not be written');
  }

  recovered(counts: Readonly<Record<string, number>>): void {
    this.#logger.info(counts, 'collection recovered');
  }

  sumsFailed(hostId: number, err: unknown): void {
    this.#logger.warn({ err, hostId }, 'the sums of what came late could not be made');
  }

  valuesMissing(err: unknown): void {
    this.#logger.warn({ err }, 'started without the last values; they come with the next samples');
  }

  clockBehind(behindMs: number | null): void {
    if (behindMs === null) this.#logger.info('agents agree with the clock again');
    else
      this.#logger.error(
        { behindS: Math.round(behindMs / 1000) },
        'the clock of this server is behind that of its agents: their samples are not taken until it is right',
      );
  }

  clusterGone(hostId: number): void {
    this.#logger.info({ hostId }, 'cluster no longer collected');
  }
}
