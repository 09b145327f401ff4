import type { Database } from '@gwanje/backend/database/schema';
import type { Ack } from '@gwanje/contract/agent/batch';
import { describeWithDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { CollectorOptions } from '../collector.ts';
import type { Arrival } from '../receive/arrival.ts';
import { Sender } from './batches.ts';
import {
  insertCluster,
  NO_LIMITS,
  openTestCollector,
  openTestMetrics,
  type TestCollector,
  type TestMetrics,
} from './test-collector.ts';

interface Props {
  stack: TestCollector;
  readonly hostId: number;
  readonly agent: Sender;
}

/** What a test of the collector stands on: fresh for each one, but for the two stores. Open in tests and hooks. */
export class Stage {
  readonly #database: () => TestDatabase;
  #metrics: TestMetrics | undefined;
  #set: Props | undefined;

  constructor(database: () => TestDatabase) {
    this.#database = database;
  }

  async open(): Promise<void> {
    this.#metrics ??= await openTestMetrics();
    const stack = await openTestCollector(this.db, this.#metrics);
    const hostId = await insertCluster(this.db);
    this.#set = { stack, hostId, agent: new Sender(hostId) };
  }

  async strike(): Promise<void> {
    await this.stack[Symbol.asyncDispose]();
    this.#set = undefined;
  }

  async close(): Promise<void> {
    await this.#metrics?.[Symbol.asyncDispose]();
  }

  get #current(): Props {
    if (!this.#set) throw new Error('the collector is open only in tests and their hooks');
    return this.#set;
  }

  get db(): Kysely<Database> {
    return this.#database().db;
  }

  get stack(): TestCollector {
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

  accept(arrival: Arrival): Promise<Ack> {
    return this.stack.collector.accept(arrival);
  }

  later(ms: number): number {
    this.stack.clock.advance(ms);
    return this.nowMs;
  }

  /** Another collector over the same stores. */
  async reopen(over: Partial<CollectorOptions>): Promise<void> {
    if (!this.#metrics) throw new Error('the metric store is open only in tests and hooks');
    await this.stack[Symbol.asyncDispose]();
    this.#current.stack = await openTestCollector(this.db, this.#metrics, over);
  }

  reopenWithLimits(limits: Partial<typeof NO_LIMITS>): Promise<void> {
    return this.reopen({ limits: { ...NO_LIMITS, ...limits } });
  }

  /** Another cluster's agent. */
  async another(): Promise<Sender> {
    return new Sender(await insertCluster(this.db));
  }

  objects(hostId = this.hostId) {
    return this.db
      .selectFrom('object')
      .selectAll()
      .where('hostId', '=', hostId)
      .orderBy('objectId')
      .execute();
  }

  changes() {
    return this.db
      .selectFrom('objectChange')
      .selectAll()
      .where('hostId', '=', this.hostId)
      .orderBy('changeId')
      .execute();
  }

  events() {
    return this.db
      .selectFrom('event')
      .selectAll()
      .where('hostId', '=', this.hostId)
      .orderBy('eventId')
      .execute();
  }

  spans() {
    return this.db
      .selectFrom('nodeHistory')
      .selectAll()
      .where('hostId', '=', this.hostId)
      .orderBy('fromAt')
      .execute();
  }

  /** What was dropped and said so. */
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

/** A suite on each kind of database, with one metric store, and for each test a collector and a cluster of its own. */
export function describeCollector(name: string, suite: (stage: Stage) => void): void {
  describeWithDatabase(name, (database) => {
    const stage = new Stage(database);
    beforeEach(() => stage.open());
    afterEach(() => stage.strike());
    afterAll(() => stage.close());
    suite(stage);
  });
}
