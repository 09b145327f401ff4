import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { CommandError } from '../command-error.ts';
import { MANIFEST_ENTRY, type Manifest, SEAL_ENTRY } from './manifest.ts';

/**
 * Writes a backup as a tar file. The file has a temporary name until it is complete and on the disk. Only its
 * owner may read it, because it holds secrets.
 */
export class ArchiveWriter implements AsyncDisposable {
  readonly #path: string;
  readonly #partial: string;
  readonly #mtime: Date;
  readonly #tar: Pack = pack();
  /** Resolves when the file is closed; rejects as soon as a write fails. */
  readonly #written: Promise<void>;
  readonly #entries: Manifest['entries'] = {};
  #bytes = 0;

  private constructor(path: string, partial: string, file: Writable, mtime: Date) {
    this.#path = path;
    this.#partial = partial;
    this.#mtime = mtime;
    this.#written = pipeline(this.#tar, file);
    this.#written.catch(() => undefined);
  }

  static async create(path: string, atMs: number): Promise<ArchiveWriter> {
    const exists = await stat(path).then(
      () => true,
      () => false,
    );
    if (exists) throw new CommandError(`${path} is there already; nothing was written.`);
    const partial = `${path}.partial`;
    await rm(partial, { force: true });
    const handle = await open(partial, 'wx', 0o600).catch((error: Error) => {
      throw new CommandError(`${path} cannot be written: ${error.message}`);
    });
    return new ArchiveWriter(path, partial, handle.createWriteStream({ flush: true }), new Date(atMs));
  }

  /** Size of the finished file. */
  get bytes(): number {
    return this.#bytes;
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.#addEntry(name, content.length, Readable.from([content]));
  }

  /** The file must not change while it is added. */
  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#addEntry(name, size, createReadStream(path, { highWaterMark: 1 << 20 }));
  }

  async finish(about: Omit<Manifest, 'entries'>): Promise<void> {
    const manifest = Buffer.from(JSON.stringify({ ...about, entries: this.#entries } satisfies Manifest));
    await this.add(MANIFEST_ENTRY, manifest);
    await this.add(SEAL_ENTRY, Buffer.from(hash('sha256', manifest)));
    this.#tar.finalize();
    await this.#written;
    this.#bytes = (await stat(this.#partial)).size;
    await rename(this.#partial, this.#path);
    const folder = await open(dirname(this.#path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** Removes an unfinished file. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }

  /** Throws when the content does not have the declared length. */
  async #addEntry(name: string, size: number, content: Readable): Promise<void> {
    const digest = createHash('sha256');
    const { promise: added, resolve, reject } = Promise.withResolvers<void>();
    const entry = this.#tar.entry({ name, size, mode: 0o600, mtime: this.#mtime }, (error) =>
      error ? reject(error) : resolve(),
    );
    const copied = pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          yield chunk;
        }
      },
      entry,
    );
    await Promise.race([Promise.all([copied, added]), this.#written]);
    this.#entries[name] = { bytes: size, sha256: digest.digest('hex') };
  }
}
