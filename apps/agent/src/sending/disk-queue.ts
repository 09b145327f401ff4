import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED, writeDurably } from '@gwanje/backend/files/write-durably';
import { Mutex } from 'async-mutex';
import { pause } from '../http/backoff.ts';

export interface QueuedBatch {
  readonly seq: number;
  readonly bytes: number;
  /** The batch contains inventory: if it is lost, the agent lists again. */
  readonly hasInventory: boolean;
}

export interface DiskQueueOptions {
  readonly folder: string;
  readonly name: string;
  readonly maxBytes: number;
  /**
   * `full`: the oldest batch of a full queue. `disk`: the batch could not be written, and the next batch
   * replaced it in memory before it was sent.
   */
  readonly onDropped: (dropped: QueuedBatch, reason: 'full' | 'disk') => void;
  /** Called after each write: the error, or undefined when the disk stored a batch. */
  readonly onDisk?: (error: unknown) => void;
  /** How long a batch that is only in memory waits for the sender before the next batch replaces it. */
  readonly holdMs?: number;
}

interface Held {
  readonly waiting: QueuedBatch;
  readonly body: Buffer;
  readonly released: AbortController;
}

const BATCH = /^([0-9]{12})-(i|s)\.batch$/;
const SET_ASIDE = 'refused';
const MAX_SET_ASIDE = 10;
const BLOCK_BYTES = 4096;
const HOLD_MS = 5000;

/**
 * Unsent batches, one file each. The queue writes a whole file, syncs it to disk and then renames it, so a
 * crash leaves a complete batch or none. A sequence number is used once: before the queue deletes a file, a
 * higher number or the highest retired number is on disk. It is in the same folder as the agent's id, so both
 * are lost or stay together.
 *
 * A full disk does not stop the agent: the queue holds one unwritable batch in memory for the sender. The
 * sequence number of this batch is not on disk, so it has a temporary agent id, which is used only until the
 * process ends.
 */
export class DiskQueue {
  readonly #options: DiskQueueOptions;
  readonly #waiting: QueuedBatch[];
  readonly #marks = new Mutex();
  #agentId: string;
  #temporaryId: string | undefined;
  #held: Held | undefined;
  /** A retired batch whose file is the only record of the last sequence number. */
  #seqRecord: QueuedBatch | undefined;
  #retiredSeq: number;
  #lastSeq: number;
  #bytes: number;
  #wake = Promise.withResolvers<void>();

  private constructor(
    options: DiskQueueOptions,
    agentId: string,
    retiredSeq: number,
    waiting: QueuedBatch[],
  ) {
    this.#options = options;
    this.#agentId = agentId;
    this.#retiredSeq = retiredSeq;
    this.#waiting = waiting;
    this.#lastSeq = waiting.at(-1)?.seq ?? retiredSeq;
    this.#bytes = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  static async open(options: DiskQueueOptions): Promise<DiskQueue> {
    const { folder } = options;
    await mkdir(join(folder, SET_ASIDE), { recursive: true, mode: 0o700 });
    const mark = await readIfThere(join(folder, 'retired'));
    const retired = Number(mark ?? 0);
    if (mark === '' || !Number.isSafeInteger(retired)) {
      throw new Error(`${join(folder, 'retired')} holds no number`);
    }
    const waiting: QueuedBatch[] = [];
    for (const file of (await readdir(folder)).sort()) {
      if (file.endsWith(UNFINISHED)) await rm(join(folder, file), { force: true });
      const [, digits, content] = BATCH.exec(file) ?? [];
      if (digits === undefined) continue;
      const seq = Number(digits);
      // The batch was retired, but a crash came before its file was deleted.
      if (seq <= retired) await rm(join(folder, file), { force: true });
      else
        waiting.push({
          seq,
          bytes: onDisk((await stat(join(folder, file))).size),
          hasInventory: content === 'i',
        });
    }
    // Without a stored sequence number, the old id would start again at 1, and the server would drop its
    // batches.
    const isNumbered = mark !== undefined || waiting.length > 0;
    const known = isNumbered ? await readIfThere(join(folder, 'id')) : undefined;
    const agentId = known || newId(options);
    if (agentId !== known) await writeDurably(folder, 'id', Buffer.from(agentId));
    return new DiskQueue(options, agentId, retired, waiting);
  }

  /** The agent id of the batches that are made now. Earlier batches may contain another one. */
  get agentId(): string {
    return this.#agentId;
  }

  /** The server does not accept the agent id any more. The numbers continue. */
  async takeNewId(): Promise<void> {
    this.#agentId = newId(this.#options);
    this.#temporaryId = undefined;
    try {
      await writeDurably(this.#options.folder, 'id', Buffer.from(this.#agentId));
    } catch (error) {
      // After a restart the server asks for a new id again.
      this.#options.onDisk?.(error);
    }
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get count(): number {
    return this.#waiting.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Calls must not overlap, because sequence numbers are given in call order. `make` runs again if the write
   * fails.
   */
  async add(make: (seq: number) => Promise<Buffer>, hasInventory: boolean): Promise<number> {
    const seq = this.#lastSeq + 1;
    const body = await make(seq);
    const waiting = { seq, bytes: onDisk(body.length), hasInventory };
    await this.#makeRoom(waiting.bytes);
    // The sequence number counts as used even if the write fails: the file may exist.
    this.#lastSeq = seq;
    try {
      await writeDurably(this.#options.folder, fileOf(waiting), body);
    } catch (error) {
      this.#options.onDisk?.(error);
      await this.#discard(waiting);
      await this.#hold(make, { seq, bytes: 0, hasInventory });
      return seq;
    }
    this.#options.onDisk?.(undefined);
    this.#put(waiting);
    await this.#discardSeqRecord(seq);
    return seq;
  }

  /**
   * Skips sequence numbers that another process used with the same agent id, without files in this folder.
   */
  async skipTo(seq: number): Promise<void> {
    if (this.#waiting.length > 0 || seq < this.#lastSeq) throw new Error('numbers never go back');
    await writeDurably(this.#options.folder, 'retired', Buffer.from(String(seq)));
    this.#retiredSeq = seq;
    this.#lastSeq = seq;
  }

  /** The oldest batch. It stays in the queue until it is retired. */
  first(): QueuedBatch | undefined {
    return this.#waiting[0];
  }

  /** Resolves when a batch has been added. */
  async changed(): Promise<void> {
    this.#wake = Promise.withResolvers();
    await this.#wake.promise;
  }

  /** Returns undefined when the batch was dropped in the meantime. */
  async read(waiting: QueuedBatch): Promise<Buffer | undefined> {
    if (this.#held?.waiting === waiting) return this.#held.body;
    return readFile(join(this.#options.folder, fileOf(waiting))).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  /** Returns false when the batch was already retired. */
  async retire(waiting: QueuedBatch): Promise<boolean> {
    if (this.#held?.waiting === waiting) this.#release(this.#held);
    else if (await this.#mayForget(waiting)) await this.#discard(waiting);
    return this.#remove(waiting);
  }

  /** Keeps the last few refused batches for inspection. */
  async setAside(waiting: QueuedBatch): Promise<void> {
    const { folder } = this.#options;
    const aside = join(folder, SET_ASIDE);
    if (this.#held?.waiting !== waiting && (await this.#mayForget(waiting))) {
      const path = join(aside, fileOf(waiting));
      await rename(join(folder, fileOf(waiting)), path).catch(() => this.#discard(waiting));
    }
    await this.retire(waiting);
    const old = (await readdir(aside)).sort().slice(0, -MAX_SET_ASIDE);
    for (const file of old) await rm(join(aside, file), { force: true });
  }

  async #hold(make: (seq: number) => Promise<Buffer>, waiting: QueuedBatch): Promise<void> {
    this.#temporaryId ??= newId(this.#options);
    this.#agentId = this.#temporaryId;
    const body = await make(waiting.seq);
    const before = this.#held;
    if (before) await pause(this.#options.holdMs ?? HOLD_MS, before.released.signal);
    if (before && before === this.#held) {
      await this.retire(before.waiting);
      this.#options.onDropped(before.waiting, 'disk');
    }
    this.#held = { waiting, body, released: new AbortController() };
    this.#put(waiting);
  }

  #release({ released }: Held): void {
    this.#held = undefined;
    released.abort();
  }

  #put(waiting: QueuedBatch): void {
    this.#waiting.push(waiting);
    this.#bytes += waiting.bytes;
    this.#wake.resolve();
  }

  async #makeRoom(bytes: number): Promise<void> {
    while (this.#bytes + bytes > this.#options.maxBytes) {
      const oldest = this.first();
      if (!oldest) return;
      if (await this.retire(oldest)) this.#options.onDropped(oldest, 'full');
    }
  }

  /** False if only the file of this batch records its sequence number, so that the file must stay. */
  async #mayForget(waiting: QueuedBatch): Promise<boolean> {
    try {
      await this.#mark(waiting.seq);
    } catch (error) {
      this.#options.onDisk?.(error);
      const isFollowed =
        (this.#seqRecord?.seq ?? 0) > waiting.seq ||
        this.#waiting.some((other) => other.seq > waiting.seq && other !== this.#held?.waiting);
      if (!isFollowed) this.#seqRecord = waiting;
      return isFollowed;
    }
    await this.#discardSeqRecord(waiting.seq);
    return true;
  }

  async #discardSeqRecord(usedSeq: number): Promise<void> {
    const seqRecord = this.#seqRecord;
    if (!seqRecord || seqRecord.seq > usedSeq) return;
    this.#seqRecord = undefined;
    await this.#discard(seqRecord);
  }

  /** A file that cannot be deleted is sent again after a restart. The server recognises the duplicate. */
  async #discard(waiting: QueuedBatch): Promise<void> {
    await rm(join(this.#options.folder, fileOf(waiting)), { force: true }).catch(() => undefined);
  }

  /** The sender and a full queue may both retire batches: the number on disk never decreases. */
  #mark(seq: number): Promise<void> {
    return this.#marks.runExclusive(async () => {
      if (seq <= this.#retiredSeq) return;
      await writeDurably(this.#options.folder, 'retired', Buffer.from(String(seq)));
      this.#retiredSeq = seq;
    });
  }

  #remove(waiting: QueuedBatch): boolean {
    const index = this.#waiting.indexOf(waiting);
    if (index === -1) return false;
    this.#waiting.splice(index, 1);
    this.#bytes -= waiting.bytes;
    return true;
  }
}

/** Counts whole disk blocks: an hour of small heartbeat files must not fill a disk unnoticed. */
function onDisk(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES;
}

function newId({ name }: DiskQueueOptions): string {
  return `${name.slice(0, 80)}-${randomUUID()}`;
}

function fileOf({ seq, hasInventory }: QueuedBatch): string {
  return `${String(seq).padStart(12, '0')}-${hasInventory ? 'i' : 's'}.batch`;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
