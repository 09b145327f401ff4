import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED, writeDurably } from '@gwanje/backend/files/write-durably';

export interface QueuedWrite {
  readonly seq: number;
  readonly bytes: number;
}

const FILE = /^([0-9]{12})\.write$/;

/** Writes that an engine has not got yet, one file each, oldest first. */
export class WriteQueue {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #waiting: QueuedWrite[];
  #lastSeq: number;
  #bytes: number;

  static async open(folder: string, maxBytes: number): Promise<WriteQueue> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const waiting: QueuedWrite[] = [];
    for (const file of (await readdir(folder)).sort()) {
      if (file.endsWith(UNFINISHED)) await rm(join(folder, file), { force: true });
      const [, seq] = FILE.exec(file) ?? [];
      if (seq) waiting.push({ seq: Number(seq), bytes: (await stat(join(folder, file))).size });
    }
    return new WriteQueue(folder, maxBytes, waiting);
  }

  private constructor(folder: string, maxBytes: number, waiting: QueuedWrite[]) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#waiting = waiting;
    this.#lastSeq = waiting.at(-1)?.seq ?? 0;
    this.#bytes = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  first(): QueuedWrite | undefined {
    return this.#waiting[0];
  }

  /** Resolves when the write is on the disk. Returns the number of oldest writes that made room for it. */
  async add(body: Uint8Array): Promise<number> {
    const write = { seq: ++this.#lastSeq, bytes: body.length };
    let removedCnt = 0;
    for (
      let oldest = this.first();
      oldest && this.#bytes + write.bytes > this.#maxBytes;
      oldest = this.first()
    ) {
      await this.remove(oldest);
      removedCnt++;
    }
    await writeDurably(this.#folder, fileOf(write), body);
    this.#waiting.push(write);
    this.#bytes += write.bytes;
    return removedCnt;
  }

  /** Undefined when the write made room for others in the meantime. */
  async read(write: QueuedWrite): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folder, fileOf(write)));
    } catch (error) {
      if (!this.#waiting.includes(write)) return undefined;
      throw error;
    }
  }

  async remove(write: QueuedWrite): Promise<void> {
    const index = this.#waiting.indexOf(write);
    if (index === -1) return;
    this.#waiting.splice(index, 1);
    this.#bytes -= write.bytes;
    // A file that stays is sent again after a restart. The engine has its samples already and keeps them once.
    await rm(join(this.#folder, fileOf(write)), { force: true }).catch(() => {});
  }
}

function fileOf({ seq }: QueuedWrite): string {
  return `${String(seq).padStart(12, '0')}.write`;
}
