import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../command-error.ts';
import { MANIFEST_ENTRY, type Manifest, SEAL_ENTRY } from './manifest.ts';
import { BLOCK_BYTES, paddingOf, tarHeader } from './tar.ts';

/** Writes a backup under another name until it is whole and on the disk. Only its owner may read it: it holds secrets. */
export class ArchiveWriter implements AsyncDisposable {
  readonly #path: string;
  readonly #partial: string;
  readonly #handle: FileHandle;
  readonly #atMs: number;
  readonly #entries: Manifest['entries'] = {};
  #bytes = 0;

  private constructor(path: string, partial: string, handle: FileHandle, atMs: number) {
    this.#path = path;
    this.#partial = partial;
    this.#handle = handle;
    this.#atMs = atMs;
  }

  static async create(path: string, atMs: number): Promise<ArchiveWriter> {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere) throw new CommandError(`${path} is there already; nothing was written.`);
    const partial = `${path}.partial`;
    await rm(partial, { force: true });
    const handle = await open(partial, 'wx', 0o600).catch((error: Error) => {
      throw new CommandError(`${path} cannot be written: ${error.message}`);
    });
    return new ArchiveWriter(path, partial, handle, atMs);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.#write(tarHeader({ name, bytes: content.length }, this.#atMs));
    await this.#write(content);
    await this.#pad(content.length);
    this.#entries[name] = { bytes: content.length, sha256: hash('sha256', content) };
  }

  /** A file that nobody changes meanwhile. */
  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#write(tarHeader({ name, bytes: size }, this.#atMs));
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      digest.update(chunk);
      bytes += chunk.length;
      await this.#write(chunk);
    }
    if (bytes !== size) throw new Error(`${path} has changed while it was read`);
    await this.#pad(size);
    this.#entries[name] = { bytes, sha256: digest.digest('hex') };
  }

  async finish(about: Omit<Manifest, 'entries'>): Promise<void> {
    const manifest = Buffer.from(JSON.stringify({ ...about, entries: this.#entries } satisfies Manifest));
    await this.add(MANIFEST_ENTRY, manifest);
    await this.add(SEAL_ENTRY, Buffer.from(hash('sha256', manifest)));
    await this.#write(Buffer.alloc(2 * BLOCK_BYTES));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#partial, this.#path);
    const folder = await open(dirname(this.#path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** What was not finished is not left behind. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await rm(this.#partial, { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; )
      at += (await this.#handle.write(bytes, at, bytes.length - at)).bytesWritten;
    this.#bytes += bytes.length;
  }

  #pad(bytes: number): Promise<void> {
    return this.#write(Buffer.alloc(paddingOf(bytes)));
  }
}
