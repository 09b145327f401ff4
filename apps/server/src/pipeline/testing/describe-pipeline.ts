import type { Db } from '@gwanje/backend/database/schema';
import type { Ack } from '@gwanje/kinds/batch';
import { describeWithDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { IngestOptions } from '../ingest-pipeline.ts';
import type { ReceivedBatch } from '../receive/received-batch.ts';
import { nodeRecord, podRecord, Sender, upserts } from './batches.ts';
import {
  deleteClusters,
  insertCluster,
  NO_LIMITS,
  openTestMetrics,
  openTestPipeline,
  type TestMetrics,
  type TestPipeline,
} from './test-pipeline.ts';

interface Props {
  stack: TestPipeline;
  readonly hostId: number;
  readonly agent: Sender;
}

/** A pipeline and a cluster for each test; the two stores are shared. Use it in tests and hooks only. */
export class PipelineFixture {
  readonly #database: () => TestDatabase;
  #metrics: TestMetrics | undefined;
  #set: Props | undefined;

  constructor(database: () => TestDatabase) {
    this.#database = database;
  }

  async open(): Promise<void> {
    this.#metrics ??= await openTestMetrics();
    const stack = await openTestPipeline(this.db, this.#metrics);
    const hostId = await insertCluster(this.db);
    this.#set = { stack, hostId, agent: new Sender(hostId) };
  }

  async strike(): Promise<void> {
    await this.stack[Symbol.asyncDispose]();
    this.#set = undefined;
    // The next pipeline would read the objects of all earlier tests at its start.
    await deleteClusters(this.db);
  }

  async close(): Promise<void> {
    await this.#metrics?.[Symbol.asyncDispose]();
  }

  get #current(): Props {
    if (!this.#set) throw new Error('the pipeline is open only in tests and hooks');
    return this.#set;
  }

  get db(): Db {
    return this.#database().db;
  }

  get stack(): TestPipeline {
    return this.#current.stack;
  }

  get hostId(): number {
    return this.#current.hostId;
  }

  get agent(): Sender {
    return this.#current.agent;
  }

  get nowMs(): number {
    return this.stack.clock.now().getTime();
  }

  accept(received: ReceivedBatch): Promise<Ack> {
    return this.stack.pipeline.accept(received);
  }

  next(content?: Parameters<Sender['next']>[1]): ReceivedBatch {
    return this.agent.next(this.nowMs, content);
  }

  /** Sends a batch of the agent. */
  send(content?: Parameters<Sender['next']>[1]): Promise<Ack> {
    return this.accept(this.next(content));
  }

  row<Kind extends 'pod' | 'node'>(kind: Kind, id: number) {
    return this.stack.live.row(kind, id, this.nowMs);
  }

  store(...records: Parameters<typeof upserts>): Promise<Ack> {
    return this.send({ inventory: [upserts(...records)] });
  }

  pod(name: string, over?: Parameters<typeof podRecord>[2]) {
    return podRecord(name, this.nowMs, over);
  }

  node(name: string, over?: Parameters<typeof nodeRecord>[2]) {
    return nodeRecord(name, this.nowMs, over);
  }

  later(ms: number): number {
    this.stack.clock.advance(ms);
    return this.nowMs;
  }

  /** Opens another pipeline on the same stores. */
  async reopen(over: Partial<IngestOptions>): Promise<void> {
    if (!this.#metrics) throw new Error('the metric store is open only in tests and hooks');
    await this.stack[Symbol.asyncDispose]();
    this.#current.stack = await openTestPipeline(this.db, this.#metrics, over);
  }

  reopenWithLimits(limits: Partial<typeof NO_LIMITS>): Promise<void> {
    return this.reopen({ limits: { ...NO_LIMITS, ...limits } });
  }

  /** An agent of another cluster. */
  async another(): Promise<Sender> {
    return new Sender(await insertCluster(this.db));
  }

  objects(hostId = this.hostId) {
    return rowsOf(this.db, 'object', { hostId }, '*', ['objectId']);
  }

  changes() {
    return rowsOf(this.db, 'objectChange', { hostId: this.hostId }, '*', ['changeId']);
  }

  events() {
    return rowsOf(this.db, 'event', { hostId: this.hostId }, '*', ['eventId']);
  }

  spans() {
    return rowsOf(this.db, 'nodeHistory', { hostId: this.hostId }, '*', ['fromAt']);
  }

  /** Refusals and reported drops. */
  flags() {
    return this.db.selectFrom('refusal').selectAll().where('hostId', '=', this.hostId).execute();
  }

  async podNames(hostId = this.hostId): Promise<string[]> {
    const pods = (await this.objects(hostId)).filter(({ kind }) => kind === 'pod');
    return pods.map(({ name }) => name).sort();
  }

  async podId(name: string): Promise<number> {
    return (await this.objects()).find((row) => row.kind === 'pod' && row.name === name)?.objectId ?? 0;
  }
}

/** Runs a suite with one metric store, and a new pipeline and cluster for each test. */
export function describePipeline(name: string, suite: (stage: PipelineFixture) => void): void {
  describeWithDatabase(name, (database) => {
    const stage = new PipelineFixture(database);
    beforeEach(() => stage.open());
    afterEach(() => stage.strike());
    afterAll(() => stage.close());
    suite(stage);
  });
}
