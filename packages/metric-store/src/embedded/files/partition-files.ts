import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { StoreDamage } from '../../interface.ts';
import { type TierName, tierNames } from '../../tiers.ts';
import { DamagedFileError, PackFile, PackWriter } from './pack-file.ts';

interface FileName {
  readonly tier: TierName;
  readonly startMs: number;
  readonly generation: number;
}

export interface Partition extends FileName {
  readonly path: string;
  readonly pack: PackFile;
}

const FILE = /^(raw|1m|5m|1h)-(\d{1,16})-(\d{1,9})\.pack$/;

/**
 * Closed partitions, one file each. A file never changes: a rewritten partition gets a higher generation with
 * all rows of the previous one. After a crash the highest generation is valid.
 */
export class PartitionFiles {
  readonly #dir: string;
  readonly #onDamage: (damage: StoreDamage) => void;
  readonly #byTier = new Map<TierName, Map<number, Partition>>(tierNames.map((tier) => [tier, new Map()]));
  /** Files that were set aside, and files with damaged chunks. */
  readonly damaged: string[] = [];

  private constructor(dir: string, onDamage: (damage: StoreDamage) => void) {
    this.#dir = dir;
    this.#onDamage = onDamage;
  }

  static async open(dataDir: string, onDamage: (damage: StoreDamage) => void): Promise<PartitionFiles> {
    const dir = join(dataDir, 'partitions');
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const files = new PartitionFiles(dir, onDamage);
    try {
      await files.#load();
    } catch (error) {
      files.close();
      throw error;
    }
    return files;
  }

  async #load(): Promise<void> {
    const found: FileName[] = [];
    for (const name of await readdir(this.#dir)) {
      const parsed = parseName(name);
      if (parsed) found.push(parsed);
      else if (!name.endsWith('.damaged')) await rm(join(this.#dir, name), { force: true });
      else this.damaged.push(name);
    }
    for (const file of found) {
      const newer = found.some((other) => sameSpan(file, other) && other.generation > file.generation);
      if (newer) await rm(this.#pathOf(file), { force: true });
      else await this.#addOrSetAside(file);
    }
  }

  async #addOrSetAside(file: FileName): Promise<void> {
    try {
      this.#add(file);
    } catch (error) {
      // Other errors, such as too many open files, do not mean damage.
      if (!(error instanceof DamagedFileError)) throw error;
      await this.#rename(error.path);
    }
  }

  #add(file: FileName): void {
    const path = this.#pathOf(file);
    const pack = PackFile.open(path, file.tier === 'raw' ? 'raw' : 'rollup', file.startMs, () =>
      this.#report({ file: basename(path), lost: 'chunks', cnt: 1 }),
    );
    this.#partitions(file.tier).set(file.startMs, { ...file, path, pack });
  }

  get(tier: TierName, startMs: number): Partition | undefined {
    return this.#partitions(tier).get(startMs);
  }

  all(tier: TierName): readonly Partition[] {
    return [...this.#partitions(tier).values()].toSorted((a, b) => a.startMs - b.startMs);
  }

  /**
   * Writes a new generation through `fill`. Queries use it at once. The caller disposes of the old generation
   * when no query reads it any more.
   */
  async write(
    tier: TierName,
    startMs: number,
    fill: (writer: PackWriter) => Promise<void>,
    beforeNaming?: () => Promise<void>,
  ): Promise<void> {
    const old = this.get(tier, startMs);
    const file = { tier, startMs, generation: (old?.generation ?? 0) + 1 };
    const path = this.#pathOf(file);
    const building = `${path}.building`;
    const writer = await PackWriter.create(building, tier === 'raw' ? 'raw' : 'rollup', startMs);
    try {
      await fill(writer);
      await writer.finish();
    } catch (error) {
      // An incomplete file would keep a full disk full.
      await rm(building, { force: true });
      throw error;
    } finally {
      await writer.close();
    }
    await beforeNaming?.();
    await rename(building, path);
    await sync(this.#dir);
    this.#add(file);
  }

  /** New queries do not use the partition. The caller disposes of it when the current queries have ended. */
  remove(partition: Partition): void {
    const partitions = this.#partitions(partition.tier);
    if (partitions.get(partition.startMs) === partition) partitions.delete(partition.startMs);
  }

  async dispose(partition: Partition): Promise<void> {
    await rm(partition.path, { force: true });
    await sync(this.#dir);
    partition.pack.close();
  }

  close(): void {
    for (const { pack } of tierNames.flatMap((tier) => this.all(tier))) pack.close();
  }

  async #rename(path: string): Promise<void> {
    await rename(path, `${path}.damaged`);
    await sync(this.#dir);
    this.#report({ file: `${basename(path)}.damaged`, lost: 'file', cnt: 1 });
  }

  #report(damage: StoreDamage): void {
    if (!this.damaged.includes(damage.file)) this.damaged.push(damage.file);
    this.#onDamage(damage);
  }

  #pathOf(file: FileName): string {
    return join(this.#dir, `${file.tier}-${file.startMs}-${file.generation}.pack`);
  }

  #partitions(tier: TierName): Map<number, Partition> {
    const found = this.#byTier.get(tier);
    if (!found) throw new Error(`no tier ${tier}`);
    return found;
  }
}

function parseName(name: string): FileName | undefined {
  const [, tierName, start, generation] = FILE.exec(name) ?? [];
  const tier = tierNames.find((known) => known === tierName);
  return tier ? { tier, startMs: Number(start), generation: Number(generation) } : undefined;
}

function sameSpan(a: FileName, b: FileName): boolean {
  return a.tier === b.tier && a.startMs === b.startMs;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
