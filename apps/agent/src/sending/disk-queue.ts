import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Turn } from '../turn.ts';

export interface Waiting {
  readonly seq: number;
  readonly bytes: number;
  /** Holds parts of the inventory: losing it means listing again. */
  readonly hasInventory: boolean;
}

export interface DiskQueueOptions {
  readonly folder: string;
  readonly name: string;
  readonly mostBytes: number;
  readonly onDropped: (dropped: Waiting) => void;
}

const BATCH = /^([0-9]{12})-(i|s)\.batch$/;
const SET_ASIDE = 'refused';
const MOST_SET_ASIDE = 10;
const BLOCK_BYTES = 4096;

/**
 * Batches on their way, one file each. A file is written whole, forced to disk and only then given its name, so a crash
 * leaves a batch or none. A number is used once: the highest ever retired is on disk before its file goes, and stands in
 * one folder with the agent's id, so that both are lost or kept together.
 */
export class DiskQueue {
  readonly agentId: string;
  readonly #options: DiskQueueOptions;
  readonly #waiting: Waiting[];
  readonly #marks = new Turn();
  #retiredSeq: number;
  #lastSeq: number;
  #bytes: number;
  #wake = Promise.withResolvers<void>();

  private constructor(options: DiskQueueOptions, agentId: string, retiredSeq: number, waiting: Waiting[]) {
    this.#options = options;
    this.agentId = agentId;
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
    const waiting: Waiting[] = [];
    for (const file of (await readdir(folder)).sort()) {
      if (file.endsWith('.tmp')) await rm(join(folder, file), { force: true });
      const [, digits, content] = BATCH.exec(file) ?? [];
      if (digits === undefined) continue;
      const seq = Number(digits);
      // Retired, but the crash came before its file was gone.
      if (seq <= retired) await rm(join(folder, file), { force: true });
      else
        waiting.push({
          seq,
          bytes: onDisk((await stat(join(folder, file))).size),
          hasInventory: content === 'i',
        });
    }
    // Without any number left, an id from before would begin again at 1, and the server take all of it for old.
    const isNumbered = mark !== undefined || waiting.length > 0;
    const known = isNumbered ? await readIfThere(join(folder, 'id')) : undefined;
    const agentId = known || `${options.name.slice(0, 80)}-${randomUUID()}`;
    if (agentId !== known) await writeDurably(folder, 'id', Buffer.from(agentId));
    return new DiskQueue(options, agentId, retired, waiting);
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

  /** Calls must not overlap: numbers are given in the order of the files. */
  async add(make: (seq: number) => Promise<Buffer>, hasInventory: boolean): Promise<number> {
    const seq = this.#lastSeq + 1;
    const body = await make(seq);
    const waiting = { seq, bytes: onDisk(body.length), hasInventory };
    await this.#makeRoom(waiting.bytes);
    // Used up even if this fails: the file may be there all the same.
    this.#lastSeq = seq;
    await writeDurably(this.#options.folder, fileOf(waiting), body);
    this.#waiting.push(waiting);
    this.#bytes += waiting.bytes;
    this.#wake.resolve();
    return seq;
  }

  /** Numbers up to this one have been used without a file, by whoever sent before us under the same id. */
  async skipTo(seq: number): Promise<void> {
    if (this.#waiting.length > 0 || seq < this.#lastSeq) throw new Error('numbers never go back');
    await writeDurably(this.#options.folder, 'retired', Buffer.from(String(seq)));
    this.#retiredSeq = seq;
    this.#lastSeq = seq;
  }

  /** The oldest, which stays until it is retired. */
  first(): Waiting | undefined {
    return this.#waiting[0];
  }

  /** Until something has been added. */
  async changed(): Promise<void> {
    this.#wake = Promise.withResolvers();
    await this.#wake.promise;
  }

  /** Undefined when it has been dropped meanwhile. */
  async read(waiting: Waiting): Promise<Buffer | undefined> {
    return readFile(join(this.#options.folder, fileOf(waiting))).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  /** False when somebody else did. */
  async retire(waiting: Waiting): Promise<boolean> {
    await this.#mark(waiting.seq);
    await rm(join(this.#options.folder, fileOf(waiting)), { force: true });
    return this.#remove(waiting);
  }

  /** Kept for somebody to look at, the last few of them. */
  async setAside(waiting: Waiting): Promise<void> {
    const { folder } = this.#options;
    const aside = join(folder, SET_ASIDE);
    await this.#mark(waiting.seq);
    await rename(join(folder, fileOf(waiting)), join(aside, fileOf(waiting))).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    this.#remove(waiting);
    const old = (await readdir(aside)).sort().slice(0, -MOST_SET_ASIDE);
    for (const file of old) await rm(join(aside, file), { force: true });
  }

  async #makeRoom(bytes: number): Promise<void> {
    while (this.#bytes + bytes > this.#options.mostBytes) {
      const oldest = this.first();
      if (!oldest) return;
      if (await this.retire(oldest)) this.#options.onDropped(oldest);
    }
  }

  /** The sender and a full buffer may both retire: the number on disk never goes back. */
  #mark(seq: number): Promise<void> {
    return this.#marks.take(async () => {
      if (seq <= this.#retiredSeq) return;
      await writeDurably(this.#options.folder, 'retired', Buffer.from(String(seq)));
      this.#retiredSeq = seq;
    });
  }

  #remove(waiting: Waiting): boolean {
    const index = this.#waiting.indexOf(waiting);
    if (index === -1) return false;
    this.#waiting.splice(index, 1);
    this.#bytes -= waiting.bytes;
    return true;
  }
}

/** Small files take a block each: an hour of signs of life must not fill a disk unnoticed. */
function onDisk(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES;
}

function fileOf({ seq, hasInventory }: Waiting): string {
  return `${String(seq).padStart(12, '0')}-${hasInventory ? 'i' : 's'}.batch`;
}

async function writeDurably(folder: string, name: string, body: Buffer): Promise<void> {
  const path = join(folder, name);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
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
