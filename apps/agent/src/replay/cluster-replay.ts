import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { BATCH_SCHEMA, type Batch } from '@gwanje/kinds/batch';
import type { Logger } from 'pino';
import { FactFinder } from '../cluster-facts.ts';
import { InventoryCollector } from '../inventory/collector.ts';
import { eventSink } from '../inventory/events.ts';
import { EVENTS_PATH, pathOf, watchedKinds } from '../inventory/kinds.ts';
import { ApiClient } from '../kubernetes/api-client.ts';
import { fromKubeconfigHere } from '../kubernetes/credentials.ts';
import type { Sink } from '../kubernetes/follow.ts';
import { DiskQueue } from '../sending/disk-queue.ts';
import { lockFolder } from '../sending/folder-lock.ts';
import type { Settings } from '../settings.ts';
import { VERSION } from '../version.ts';
import { Chapter, type Content } from './chapter.ts';
import { JsonBytes } from './json-bytes.ts';
import { ReplayedKubelets } from './kubelets.ts';
import type { Moment } from './moment.ts';
import type { Post } from './post.ts';
import { samplesOf } from './samples.ts';

const compress = promisify(zstdCompress);
/** Over one machine's own network a little more costs less than to look for what is shortest. */
const FAST = { chunkSize: 1 << 20, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/**
 * Steps that share a batch, for a commit costs the server as much as thousands of rows: of the coarse part those of an hour
 * by the clock, of the fine part those of a quarter, so that those of several clusters come together,
 */
const COARSE_CHAPTER_MS = 3_600_000;
const FINE_CHAPTER_MS = 900_000;
const COARSE_STEP_MS = 300_000;
/** fewer of large clusters, */
const ROWS_A_CHAPTER = 60_000;
/** and where much happens: sums of a cluster are made when a batch has been taken in, and dated by its samples. */
const CHANGES_A_CHAPTER = 200;
/** What has no time of its own is dated by its batch, which therefore ends with it; */
const TURNS: ReadonlySet<string> = new Set([
  'nodes',
  'namespaces',
  'persistentvolumes',
  'persistentvolumeclaims',
]);
/** and what samples call by name must still be there for those of the steps before its end. */
const NAMED_BY_SAMPLES: ReadonlySet<string> = new Set(['nodes', 'persistentvolumeclaims']);
const SAMPLES = Buffer.from(',"samples":[');
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');
/** Batches on their way; beyond them the past waits. */
const MOST_WAITING = 40;

export interface ClusterReplayOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly post: Post;
  /** How long the API server may take for its first answer. */
  readonly askWithinMs?: number;
}

/**
 * One cluster's past, told as its agent would have told it: under the id of that agent, in the numbers before its first.
 * Told a second time after a crash, the same batches have the same numbers, and the server takes none of them twice.
 */
export class ClusterReplay implements AsyncDisposable {
  readonly #options: ClusterReplayOptions;
  readonly #stack: AsyncDisposableStack;
  readonly #queue: DiskQueue;
  readonly #facts: FactFinder;
  readonly #kubelets = new ReplayedKubelets();
  readonly #sinks = new Map<string, Sink>();
  readonly #json = new JsonBytes();
  #chapter = new Chapter();
  #changeMs = 0;
  #atMs = 0;
  #steps = 0;
  #rows = 0;
  #changes = 0;
  #seq = 0;
  #sending: Promise<void>[] = [];
  #nodeNames: ReadonlySet<string> = new Set();
  version = 0;
  rowCnt = 0;

  private constructor(
    options: ClusterReplayOptions,
    stack: AsyncDisposableStack,
    queue: DiskQueue,
    facts: FactFinder,
  ) {
    this.#options = options;
    this.#stack = stack;
    this.#queue = queue;
    this.#facts = facts;
    const collector = new InventoryCollector({
      out: {
        listed: () => this.#chapter.listed(),
        upsert: (record) => this.#chapter.upsert(record),
        remove: (kind, uid, deletedAt) => this.#chapter.remove(kind, uid, deletedAt),
      },
      now: () => new Date(this.#changeMs),
      onUnreadable: (kind, err) => options.logger.warn({ err, kind }, 'an object was left out'),
      onReport: () => {},
      onListed: () => {},
      onNodes: (nodes) => {
        facts.see(nodes);
        this.#seeNodes(new Set([...nodes.values()].map(({ name }) => name)));
      },
    });
    for (const kind of watchedKinds) this.#sinks.set(resourceOf(pathOf(kind)), collector.sinkOf(kind));
    this.#sinks.set(
      resourceOf(EVENTS_PATH),
      eventSink({
        out: (event) => this.#chapter.event(event),
        onPage: async () => {},
        onUnreadable: (err) => options.logger.warn({ err }, 'an event was left out'),
        onReport: () => {},
      }),
    );
  }

  static async open(options: ClusterReplayOptions): Promise<ClusterReplay> {
    const { folder, kubeconfig, bufferBytes } = options.settings;
    if (!kubeconfig) throw new Error('the past is read from outside: a kubeconfig is needed');
    await using stack = new AsyncDisposableStack();
    stack.use(await lockFolder(folder));
    const queue = await DiskQueue.open({
      folder,
      name: 'cluster',
      mostBytes: bufferBytes,
      onDropped: () => {},
    });
    if (queue.lastSeq > 0) throw new Error('this agent has told of the present already');
    // With a number beside it the id stays the same when we are killed and begin again.
    await queue.skipTo(0);
    const api = stack.use(new ApiClient(fromKubeconfigHere(kubeconfig.file, kubeconfig.context)));
    const facts = new FactFinder(api);
    await facts.ask(AbortSignal.timeout(options.askWithinMs ?? 10_000));
    return new ClusterReplay(options, stack.move(), queue, facts);
  }

  /** Resolves when there is room for more; what could not be sent is thrown here or by `finish`. */
  async tell(moment: Moment): Promise<void> {
    const isTurn = moment.changes.some(({ resource }) => TURNS.has(resource));
    const isEnd = moment.changes.some(
      ({ resource, type }) => type === 'DELETED' && NAMED_BY_SAMPLES.has(resource),
    );
    if (isEnd || isNextChapter(this.#atMs, moment.atMs)) await this.#close();
    for (const { resource, type, atMs, object } of moment.changes) {
      const sink = this.#sinks.get(resource);
      this.#changeMs = atMs;
      if (type === 'DELETED') sink?.remove(object);
      else sink?.upsert(object);
    }
    this.#atMs = moment.atMs;
    this.version = moment.version;
    for (const part of samplesOf(
      this.#kubelets.readings(moment),
      moment.atMs,
      this.#json,
      this.#chapter.named,
    )) {
      this.#chapter.samples.push(part);
      this.#rows += part.rowCnt;
      this.rowCnt += part.rowCnt;
    }
    this.#steps += 1;
    this.#changes += moment.changes.filter(({ resource }) => resource === 'pods').length;
    if (isTurn || this.#rows >= ROWS_A_CHAPTER || this.#changes >= CHANGES_A_CHAPTER) await this.#close();
  }

  /** Asks the API server again; what it does not answer is told with the next batch. */
  async askFacts(signal: AbortSignal): Promise<void> {
    await this.#facts.ask(signal).catch((err: unknown) => {
      this.#options.logger.info({ err }, 'the API server does not answer');
    });
  }

  /** When all of it is stored, the agent goes on from here. */
  async finish(): Promise<void> {
    await this.#close();
    await Promise.all(this.#sending);
    await this.#queue.skipTo(this.#seq);
  }

  async #close(): Promise<void> {
    if (this.#steps === 0) return;
    const contents = this.#chapter.contents();
    this.#chapter = new Chapter();
    this.#steps = 0;
    this.#rows = 0;
    this.#changes = 0;
    const sentAt = new Date(this.#atMs).toISOString();
    for (const content of contents) await this.#send(sentAt, content);
  }

  async #send(sentAt: string, { samples, ...content }: Content): Promise<void> {
    this.#seq += 1;
    const facts = this.#facts.current();
    const batch: Omit<Batch, 'samples'> = {
      schema: BATCH_SCHEMA,
      agent: { id: this.#queue.agentId, role: 'cluster', version: VERSION },
      seq: this.#seq,
      sentAt,
      ...(facts ? { cluster: facts } : {}),
      ...content,
      problems: [],
    };
    const { seq } = batch;
    const body = compress(withSamples(batch, samples), FAST);
    const before = this.#sending.at(-1) ?? Promise.resolve();
    const sent = before.then(async () => this.#options.post(seq, await body));
    // Whoever waits for it next hears of a failure.
    sent.catch(() => {});
    this.#sending.push(sent);
    if (this.#sending.length >= MOST_WAITING) await this.#sending.shift();
  }

  #seeNodes(names: ReadonlySet<string>): void {
    for (const name of this.#nodeNames) if (!names.has(name)) this.#kubelets.forget(name);
    this.#nodeNames = names;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#sending);
    await this.#stack.disposeAsync();
  }
}

/** Those are written already. */
function withSamples(batch: Omit<Batch, 'samples'>, samples: Content['samples']): Buffer {
  const parts = samples.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json]));
  return Buffer.concat([Buffer.from(JSON.stringify(batch).slice(0, -1)), SAMPLES, ...parts, END]);
}

function isNextChapter(beforeMs: number, atMs: number): boolean {
  const chapterMs = atMs - beforeMs < COARSE_STEP_MS ? FINE_CHAPTER_MS : COARSE_CHAPTER_MS;
  return Math.floor(atMs / chapterMs) !== Math.floor(beforeMs / chapterMs);
}

/** `/apis/apps/v1/deployments` → `deployments`, as changes are named. */
function resourceOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
