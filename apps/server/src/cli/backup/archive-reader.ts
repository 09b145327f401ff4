import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { CommandError } from '../command-error.ts';
import { MANIFEST_ENTRY, Manifest, SEAL_ENTRY } from './manifest.ts';

declare module 'tar-stream' {
  interface Header {
    /** Offset of the content in the archive; the package's types omit it. */
    byteOffset?: number;
  }
}

interface Entry {
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
}

const DAMAGED = 'This file is no backup, or it is damaged or not complete; nothing was changed.';
const MAX_MANIFEST_BYTES = 256 * 2 ** 20;

/** A backup file whose every byte was read and matches its digests. */
export class VerifiedArchive {
  readonly manifest: Manifest;
  readonly #path: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(path: string, manifest: Manifest, entries: ReadonlyMap<string, Entry>) {
    this.#path = path;
    this.manifest = manifest;
    this.#entries = entries;
  }

  static async open(path: string): Promise<VerifiedArchive> {
    const handle = await open(path, 'r').catch((error: Error) => {
      throw new CommandError(`${path} cannot be read: ${error.message}`);
    });
    try {
      const entries = await readEntries(path);
      return new VerifiedArchive(path, await readManifest(handle, entries), entries);
    } finally {
      await handle.close();
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  async read(name: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *stream(name: string): AsyncIterable<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new CommandError(DAMAGED);
    if (entry.bytes === 0) return;
    yield* createReadStream(this.#path, {
      start: entry.at,
      end: entry.at + entry.bytes - 1,
      highWaterMark: 1 << 20,
    }) as AsyncIterable<Buffer>;
  }
}

async function readEntries(path: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const tar = extract();
  const read = pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), tar);
  try {
    for await (const entry of tar) {
      const { name, size: bytes = 0, byteOffset: at } = entry.header;
      const digest = createHash('sha256');
      for await (const chunk of entry as AsyncIterable<Buffer>) digest.update(chunk);
      if (at === undefined || entries.has(name)) throw new CommandError(DAMAGED);
      entries.set(name, { at, bytes, sha256: digest.digest('hex') });
    }
    await read;
  } catch (error) {
    await read.catch(() => undefined);
    throw error instanceof CommandError ? error : new CommandError(DAMAGED);
  }
  return entries;
}

async function readManifest(handle: FileHandle, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const text = await contentOf(handle, entries.get(MANIFEST_ENTRY));
  const seal = await contentOf(handle, entries.get(SEAL_ENTRY));
  if (hash('sha256', text) !== seal.toString()) throw new CommandError(DAMAGED);
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success)
    throw new CommandError('This backup is of a form that this release cannot read; nothing was changed.');
  const listed = Object.entries(parsed.data.entries);
  const isComplete =
    listed.length === entries.size - 2 &&
    listed.every(([name, { bytes, sha256 }]) => {
      const found = entries.get(name);
      return found !== undefined && found.bytes === bytes && found.sha256 === sha256;
    }) &&
    parsed.data.tables.every(({ parts }) => parts.every((part) => entries.has(part)));
  if (!isComplete) throw new CommandError(DAMAGED);
  return parsed.data;
}

async function contentOf(handle: FileHandle, entry: Entry | undefined): Promise<Buffer> {
  if (!entry || entry.bytes > MAX_MANIFEST_BYTES) throw new CommandError(DAMAGED);
  const content = Buffer.alloc(entry.bytes);
  await handle.read(content, 0, entry.bytes, entry.at);
  return content;
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
