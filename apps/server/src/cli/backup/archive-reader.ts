import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { MANIFEST_ENTRY, Manifest, SEAL_ENTRY } from './manifest.ts';
import { BLOCK_BYTES, paddingOf, parseTarHeader } from './tar.ts';

interface Entry {
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
}

const DAMAGED = 'This backup is damaged or not complete; nothing was changed.';
const MOST_MANIFEST_BYTES = 256 * 2 ** 20;

/** A backup of which every byte has been read and found as it was written. */
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
      const entries = await readEntries(handle, path);
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

async function readEntries(handle: FileHandle, path: string): Promise<ReadonlyMap<string, Entry>> {
  const { size } = await handle.stat();
  const entries = new Map<string, Entry>();
  for (let at = 0; ; ) {
    const header = parseTarHeader(await blockAt(handle, at));
    if (!header) return entries;
    const from = at + BLOCK_BYTES;
    if (from + header.bytes > size || entries.has(header.name)) throw new CommandError(DAMAGED);
    const digest = createHash('sha256');
    if (header.bytes > 0) {
      const range = { start: from, end: from + header.bytes - 1, highWaterMark: 1 << 20 };
      for await (const chunk of createReadStream(path, range) as AsyncIterable<Buffer>) digest.update(chunk);
    }
    entries.set(header.name, { at: from, bytes: header.bytes, sha256: digest.digest('hex') });
    at = from + header.bytes + paddingOf(header.bytes);
  }
}

async function blockAt(handle: FileHandle, at: number): Promise<Buffer> {
  const block = Buffer.alloc(BLOCK_BYTES);
  const { bytesRead } = await handle.read(block, 0, BLOCK_BYTES, at);
  if (bytesRead < BLOCK_BYTES) throw new CommandError(DAMAGED);
  return block;
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
  if (!entry || entry.bytes > MOST_MANIFEST_BYTES) throw new CommandError(DAMAGED);
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
