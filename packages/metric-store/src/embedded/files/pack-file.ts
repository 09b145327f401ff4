import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';
import * as z from 'zod';
import { PADDING } from '../../byte-sink.ts';
import { ByteSource, PackSink } from './pack-ints.ts';
import { type RecordKind, RecordReader, RecordWriter } from './pack-record.ts';

/**
 * A closed partition: chunks with the records of a few objects each, by scope and id, then the index of
 * chunks. The index stays in memory, so reading one object's rows is one short read. Every chunk and the
 * index have a checksum. The index is there twice, and so is its position, so that damage costs one chunk.
 *
 * position  offset and length of the index, its crc32, crc32 of this, magic
 * chunks    crc32, count, (id − previous id, record length)…, records, padding
 * index     JSON of the scopes, then first ids and offsets of their chunks
 * index     again
 * position  again
 */
const CHUNK_IDS = 24;
const WRITE_BYTES = 1 << 20;
const POSITION_BYTES = 24;
const MAGIC = 0x47_57_4d_32;

const Head = z.array(
  z.object({
    scope: z.enum(metricScopes),
    metrics: z.array(z.string()),
    rows: z.number(),
    chunkCnt: z.number(),
    endOffset: z.number(),
  }),
);

export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly path: string;

  constructor(path: string) {
    super(`${path} is damaged`);
    this.path = path;
  }
}

interface ScopeDraft {
  readonly scope: MetricScope;
  readonly metrics: readonly string[];
  readonly firstIds: number[];
  readonly offsets: number[];
  rows: number;
  endOffset: number;
}

export class PackWriter {
  readonly #file: FileHandle;
  readonly #scopes: ScopeDraft[] = [];
  readonly #records = new PackSink();
  readonly #heads = new PackSink();
  readonly #chunk = new PackSink();
  readonly #out = new PackSink();
  readonly #record: RecordWriter;
  #offset = POSITION_BYTES;
  #chunkIds = 0;
  #firstId = 0;
  #lastId = 0;

  private constructor(file: FileHandle, kind: RecordKind, startMs: number) {
    this.#file = file;
    this.#record = new RecordWriter(kind, startMs, this.#records);
  }

  static async create(path: string, kind: RecordKind, startMs: number): Promise<PackWriter> {
    const file = await open(path, 'w', 0o600);
    await file.writeFile(Buffer.alloc(POSITION_BYTES));
    return new PackWriter(file, kind, startMs);
  }

  /** Scopes are written one after the other. */
  begin(scope: MetricScope, metrics: readonly string[]): void {
    this.#endChunk();
    this.#scopes.push({ scope, metrics, firstIds: [], offsets: [], rows: 0, endOffset: this.#offset });
    this.#lastId = 0;
  }

  /** Ids must ascend. `write` writes the times and then every metric of the scope. */
  add(id: number, rows: number, write: (record: RecordWriter) => void): void {
    const scope = this.#scopes.at(-1);
    if (!scope) throw new Error('no scope has begun');
    if (this.#chunkIds === 0) this.#firstId = id;
    const from = this.#records.length;
    write(this.#record);
    this.#heads.varint(this.#chunkIds === 0 ? id : id - this.#lastId);
    this.#heads.varint(this.#records.length - from);
    this.#lastId = id;
    scope.rows += rows;
    if (++this.#chunkIds === CHUNK_IDS) this.#endChunk();
  }

  #endChunk(): void {
    const scope = this.#scopes.at(-1);
    if (!scope || this.#chunkIds === 0) return;
    const chunk = this.#chunk;
    chunk.clear();
    chunk.varint(this.#chunkIds);
    chunk.append(this.#heads);
    chunk.append(this.#records);
    chunk.reserve(PADDING);
    chunk.length += PADDING;
    const bytes = chunk.bytes.subarray(0, chunk.length);
    this.#out.reserve(4 + chunk.length);
    new DataView(this.#out.bytes.buffer).setUint32(this.#out.length, crc32(bytes), true);
    this.#out.length += 4;
    this.#out.append(chunk);
    scope.firstIds.push(this.#firstId);
    scope.offsets.push(this.#offset);
    this.#offset += 4 + chunk.length;
    scope.endOffset = this.#offset;
    this.#chunkIds = 0;
    this.#heads.clear();
    this.#records.clear();
  }

  /** Must be awaited regularly, so that only a few chunks are in memory. */
  async drain(atLeast = WRITE_BYTES): Promise<void> {
    if (this.#out.length < atLeast || this.#out.length === 0) return;
    await this.#file.writeFile(this.#out.bytes.subarray(0, this.#out.length));
    this.#out.clear();
  }

  /** Resolves when the file is on the disk. */
  async finish(): Promise<void> {
    this.#endChunk();
    await this.drain(0);
    const head = this.#scopes.map(({ scope, metrics, rows, offsets, endOffset }) => ({
      scope,
      metrics,
      rows,
      chunkCnt: offsets.length,
      endOffset,
    }));
    const json = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length);
    const arrays = this.#scopes.flatMap(({ firstIds, offsets }) => [
      Buffer.from(Int32Array.from(firstIds).buffer),
      Buffer.from(Float64Array.from(offsets).buffer),
    ]);
    const index = Buffer.concat([length, json, ...arrays]);
    const position = Buffer.alloc(POSITION_BYTES);
    position.writeDoubleLE(this.#offset, 0);
    position.writeUInt32LE(index.length, 8);
    position.writeUInt32LE(crc32(index), 12);
    position.writeUInt32LE(crc32(position.subarray(0, 16)), 16);
    position.writeUInt32LE(MAGIC, 20);
    await this.#file.writeFile(Buffer.concat([index, index, position]));
    await this.#file.write(position, 0, POSITION_BYTES, 0);
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

export interface ScopeIndex {
  readonly metrics: readonly string[];
  readonly rows: number;
  readonly firstIds: Int32Array;
  readonly offsets: Float64Array;
  readonly endOffset: number;
}

/** Called with each record. The reader is positioned before the first metric. */
export type Visit = (id: number, record: RecordReader, metrics: readonly string[]) => void;

export class PackFile {
  readonly #fd: number;
  readonly #path: string;
  readonly #kind: RecordKind;
  readonly #startMs: number;
  readonly #onDamagedChunk: () => void;
  /** Offsets of chunks that cannot be read. */
  readonly #damagedChunks = new Set<number>();
  readonly bytes: number;
  readonly scopes: ReadonlyMap<MetricScope, ScopeIndex>;

  private constructor(
    fd: number,
    path: string,
    kind: RecordKind,
    startMs: number,
    onDamagedChunk: () => void,
  ) {
    this.#onDamagedChunk = onDamagedChunk;
    this.#fd = fd;
    this.#path = path;
    this.#kind = kind;
    this.#startMs = startMs;
    this.bytes = fstatSync(fd).size;
    this.scopes = this.#readIndex();
  }

  /** `onDamagedChunk` is called once for each damaged chunk that is read. */
  static open(path: string, kind: RecordKind, startMs: number, onDamagedChunk: () => void): PackFile {
    const fd = openSync(path, 'r');
    try {
      return new PackFile(fd, path, kind, startMs, onDamagedChunk);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #readIndex(): Map<MetricScope, ScopeIndex> {
    const index = this.#findIndex();
    let at = 4 + index.readUInt32LE(0);
    const head = Head.parse(JSON.parse(index.toString('utf8', 4, at)));
    const take = (bytes: number) => {
      at += bytes;
      // Copied, because a typed array must begin at a multiple of its element size.
      return new Uint8Array(index.subarray(at - bytes, at)).buffer;
    };
    return new Map(
      head.map(({ scope, metrics, rows, chunkCnt, endOffset }) => {
        const firstIds = new Int32Array(take(chunkCnt * 4));
        const offsets = new Float64Array(take(chunkCnt * 8));
        return [scope, { metrics, rows, firstIds, offsets, endOffset }];
      }),
    );
  }

  #findIndex(): Buffer {
    for (const at of [this.bytes - POSITION_BYTES, 0]) {
      const position = this.#readOrNull(at, POSITION_BYTES);
      const isValid =
        position?.readUInt32LE(20) === MAGIC && position.readUInt32LE(16) === crc32(position.subarray(0, 16));
      if (!isValid) continue;
      const length = position.readUInt32LE(8);
      for (const copy of [0, 1]) {
        const index = this.#readOrNull(position.readDoubleLE(0) + copy * length, length);
        if (index && crc32(index) === position.readUInt32LE(12)) return index;
      }
    }
    throw new DamagedFileError(this.#path);
  }

  /** Visits the records of these ids, which must ascend. */
  visitIds(scope: MetricScope, ids: readonly number[], visit: Visit): void {
    const index = this.scopes.get(scope);
    if (!index) return;
    const record = new RecordReader(this.#kind, this.#startMs);
    let next = 0;
    while (next < ids.length) {
      const chunk = Math.max(0, chunkOf(index.firstIds, ids[next] ?? 0));
      const before = index.firstIds[chunk + 1] ?? Number.POSITIVE_INFINITY;
      const from = next;
      while (next < ids.length && (ids[next] ?? 0) < before) next++;
      const wanted = new Set(ids.slice(from, next));
      this.#visitChunk(index, chunk, record, visit, (id) => wanted.has(id));
    }
  }

  /** Visits the records of chunks `from` to `to`, without `to`. */
  visitChunks(
    scope: MetricScope,
    from: number,
    to: number,
    visit: Visit,
    isWanted: (id: number) => boolean,
  ): void {
    const index = this.scopes.get(scope);
    if (!index) return;
    const record = new RecordReader(this.#kind, this.#startMs);
    for (let chunk = from; chunk < Math.min(to, index.offsets.length); chunk++)
      this.#visitChunk(index, chunk, record, visit, isWanted);
  }

  #visitChunk(
    index: ScopeIndex,
    chunk: number,
    record: RecordReader,
    visit: Visit,
    isWanted: (id: number) => boolean,
  ): void {
    const offset = index.offsets[chunk];
    if (offset === undefined) return;
    const bytes = this.#readOrNull(offset, (index.offsets[chunk + 1] ?? index.endOffset) - offset);
    if (!bytes || crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) {
      if (!this.#damagedChunks.has(offset)) this.#onDamagedChunk();
      this.#damagedChunks.add(offset);
      return;
    }
    const source = new ByteSource(bytes);
    source.at = 4;
    const heads = Array.from({ length: source.varint() }, () => ({
      id: source.varint(),
      length: source.varint(),
    }));
    let id = 0;
    let at = source.at;
    for (const head of heads) {
      id += head.id;
      if (isWanted(id)) {
        record.open(bytes, at);
        visit(id, record, index.metrics);
      }
      at += head.length;
    }
  }

  /** Null: the bytes are not in the file, or the disk cannot read them. */
  #readOrNull(offset: number, length: number): Buffer | null {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.bytes)) return null;
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const read = this.#readSome(bytes, done, offset + done);
      if (read === 0) return null;
      done += read;
    }
    return bytes;
  }

  /** 0: nothing could be read. */
  #readSome(into: Buffer, at: number, offset: number): number {
    try {
      return readSync(this.#fd, into, at, into.length - at, offset);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EIO') return 0;
      throw error;
    }
  }
}

/** The last chunk that begins at or before the id; −1: there is none. */
export function chunkOf(firstIds: Int32Array, id: number): number {
  let low = 0;
  let high = firstIds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firstIds[middle] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
