import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type MetricScope, metricScopes } from '@gwanje/contract/metrics';
import { type TierName, tierNames } from '../tiers.ts';
import { type Engine, quoted } from './engine.ts';

interface FileName {
  readonly tier: TierName;
  readonly startMs: number;
  readonly generation: number;
}

interface Attached extends FileName {
  readonly alias: string;
  readonly path: string;
  readonly bytes: number;
}

interface PartitionTable {
  readonly rows: number;
  readonly has: ReadonlySet<string>;
}

export interface Partition extends Attached {
  readonly tables: ReadonlyMap<MetricScope, PartitionTable>;
}

const FILE = /^(raw|1m|5m|1h)-(\d{1,16})-(\d{1,9})\.duckdb$/;

/**
 * Closed partitions, one DuckDB file each, never changed once they have their name. A rewritten one has a higher
 * generation and holds all that the one before held, so after a crash the highest is the truth.
 */
export class PartitionFiles {
  readonly #engine: Engine;
  readonly #dir: string;
  readonly #byTier = new Map<TierName, Map<number, Partition>>(tierNames.map((tier) => [tier, new Map()]));
  readonly damaged: string[] = [];

  private constructor(engine: Engine, dir: string) {
    this.#engine = engine;
    this.#dir = dir;
  }

  static async open(engine: Engine, dataDir: string): Promise<PartitionFiles> {
    const dir = join(dataDir, 'partitions');
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const files = new PartitionFiles(engine, dir);
    await files.#load();
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
    const attached: Attached[] = [];
    found.sort((a, b) => a.generation - b.generation);
    for (const file of found) {
      const newer = found.some((other) => sameSpan(file, other) && other.generation > file.generation);
      if (newer) await rm(this.#pathOf(file), { force: true });
      else attached.push(...(await this.#attachOrSetAside(file)));
    }
    await this.#describe(attached);
  }

  async #attachOrSetAside(file: FileName): Promise<readonly Attached[]> {
    try {
      return [await this.#attach(file)];
    } catch {
      await this.#rename(this.#pathOf(file));
      return [];
    }
  }

  get(tier: TierName, startMs: number): Partition | undefined {
    return this.#partitions(tier).get(startMs);
  }

  all(tier: TierName): readonly Partition[] {
    return [...this.#partitions(tier).values()].toSorted((a, b) => a.startMs - b.startMs);
  }

  /**
   * Writes a new generation through `fill`, which gets the alias to create tables in. It takes its place for queries
   * at once; the caller disposes of the old one when nobody reads it any more.
   */
  async write(
    tier: TierName,
    startMs: number,
    fill: (alias: string) => Promise<void>,
    beforeNaming?: () => Promise<void>,
  ): Promise<Partition | undefined> {
    const old = this.get(tier, startMs);
    const file = { tier, startMs, generation: (old?.generation ?? 0) + 1 };
    const path = this.#pathOf(file);
    const building = `${path}.building`;
    const alias = `building_${tier}_${startMs}`;
    await rm(building, { force: true });
    await rm(`${building}.wal`, { force: true });
    // A quarter of the usual size: a file of few objects would else be mostly air. Below it bit packing gives up.
    await this.#engine.run(`ATTACH ${quoted(building)} AS "${alias}" (BLOCK_SIZE 65536)`);
    try {
      await fill(alias);
      await this.#engine.run(`CHECKPOINT "${alias}"`);
    } finally {
      await this.#engine.run(`DETACH "${alias}"`);
    }
    await sync(building);
    await beforeNaming?.();
    await rename(building, path);
    await sync(this.#dir);
    await this.#describe([await this.#attach(file)]);
    return old;
  }

  /** No query finds it from now on; `dispose` follows when those under way have ended. */
  forget(partition: Partition): void {
    const partitions = this.#partitions(partition.tier);
    if (partitions.get(partition.startMs) === partition) partitions.delete(partition.startMs);
  }

  async dispose(partition: Partition): Promise<void> {
    await rm(partition.path, { force: true });
    await sync(this.#dir);
    await this.#engine.run(`DETACH "${partition.alias}"`);
  }

  async setAside(partition: Partition): Promise<void> {
    this.forget(partition);
    await this.#rename(partition.path);
    await this.#engine.run(`DETACH "${partition.alias}"`);
  }

  async #rename(path: string): Promise<void> {
    await rename(path, `${path}.damaged`);
    await sync(this.#dir);
    this.damaged.push(`${path.slice(this.#dir.length + 1)}.damaged`);
  }

  async #attach(file: FileName): Promise<Attached> {
    const path = this.#pathOf(file);
    const alias = `${file.tier}_${file.startMs}_${file.generation}`;
    await this.#engine.run(`ATTACH ${quoted(path)} AS "${alias}" (READ_ONLY)`);
    return { ...file, alias, path, bytes: (await stat(path)).size };
  }

  /** One question for all of them: DuckDB walks every attached file for each. */
  async #describe(attached: readonly Attached[]): Promise<void> {
    if (attached.length === 0) return;
    const rows = await this.#engine.rows(
      `SELECT t.database_name, t.table_name, t.estimated_size::DOUBLE, string_agg(c.column_name, ' ') FROM duckdb_tables() t ` +
        `JOIN duckdb_columns() c USING (database_name, table_name) ` +
        `WHERE t.database_name IN (${attached.map(({ alias }) => quoted(alias)).join(', ')}) GROUP BY 1, 2, 3`,
    );
    const tablesOf = new Map(attached.map(({ alias }) => [alias, new Map<MetricScope, PartitionTable>()]));
    for (const [alias, name, count, columns] of rows) {
      const scope = metricScopes.find((known) => known === name);
      const has = new Set(String(columns).split(' '));
      if (scope) tablesOf.get(String(alias))?.set(scope, { rows: Number(count), has });
    }
    for (const file of attached) {
      const tables = tablesOf.get(file.alias) ?? new Map();
      this.#partitions(file.tier).set(file.startMs, { ...file, tables });
    }
  }

  #pathOf(file: FileName): string {
    return join(this.#dir, `${file.tier}-${file.startMs}-${file.generation}.duckdb`);
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
