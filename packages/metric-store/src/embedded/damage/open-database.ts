import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { metricNames } from '@gwanje/kinds/state/states';
import type { StoreDamage } from '../../interface.ts';
import { isDamaged, namesDamage } from '../duckdb.ts';
import { createOpenTable, parseTableName } from '../open-tables/open-table-sql.ts';
import { hasUnreadCommits, repairLog } from './duckdb-log.ts';

export interface DatabaseOptions {
  readonly dir: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
}

export type OnDamage = (damage: StoreDamage) => void;

/**
 * Opens the file with the open buckets. A damaged log is repaired first: its undamaged transactions are kept.
 * If that does not help, the store continues without the log, then without both files. Damaged files are
 * set aside, and the loss is reported.
 */
export async function openDatabase(options: DatabaseOptions, onDamage: OnDamage): Promise<DuckDBInstance> {
  const { dir } = options;
  await mkdir(join(dir, 'spill'), { recursive: true, mode: 0o700 });
  const path = join(dir, 'open.duckdb');
  const log = `${path}.wal`;
  const create = (file: string) => createInstance(file, options);

  /** Returns false when it found nothing to repair. */
  async function repair(): Promise<boolean> {
    const before = await readLog();
    if (!before) return makeUsable([]);
    const { bytes, lostCnt, usedTables } = repairLog(before);
    const isFileChanged = await makeUsable(usedTables);
    if (bytes.equals(before)) return isFileChanged;
    await writeSynced(`${log}.repaired`, bytes);
    const aside = await freeName(log);
    await link(log, aside);
    await rename(`${log}.repaired`, log);
    onDamage({ file: basename(aside), lost: 'writes', cnt: lostCnt });
    return true;
  }

  async function setLogAside(): Promise<boolean> {
    const before = await readLog();
    if (!before) return false;
    const aside = await freeName(log);
    await rename(log, aside);
    onDamage({ file: basename(aside), lost: 'writes', cnt: repairLog(before).keptCnt });
    return true;
  }

  async function setDatabaseAside(): Promise<boolean> {
    const aside = await freeName(path);
    await rename(path, aside);
    onDamage({ file: basename(aside), lost: 'file', cnt: 1 });
    return true;
  }

  /**
   * Opens the file alone, under another name, so that DuckDB does not read the log. Creates tables that the
   * log uses: the transaction that created them may be lost. A damaged file is replaced with an empty one. Returns whether it changed the file.
   */
  async function makeUsable(usedTables: Iterable<string>): Promise<boolean> {
    const other = `${path}.repairing`;
    const clear = () => Promise.all([rm(other, { force: true }), rm(`${other}.wal`, { force: true })]);
    await clear();
    const isNew = !(await exists(path));
    if (!isNew) await link(path, other);
    let isChanged: boolean;
    try {
      isChanged = (await createTables(await create(other), usedTables)) > 0;
    } catch (error) {
      if (!isDamaged(error)) throw error;
      await clear();
      await setDatabaseAside();
      await createTables(await create(other), usedTables);
      isChanged = true;
    }
    if (!(await exists(path))) await rename(other, path);
    await clear();
    return isChanged;
  }

  async function readLog(): Promise<Buffer | null> {
    return (await exists(log)) ? readFile(log) : null;
  }

  if ((await exists(log)) && hasUnreadCommits(log)) await repair();
  for (const help of [repair, setLogAside, setDatabaseAside]) {
    try {
      return await create(path);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      // Intact files that DuckDB cannot read now are not set aside.
      if (!(await help()) && !namesDamage(error)) throw error;
    }
  }
  return create(path);
}

function createInstance(path: string, { dir, memoryLimitMb, threads }: DatabaseOptions) {
  return DuckDBInstance.create(path, {
    threads: String(threads),
    memory_limit: `${memoryLimitMb}MB`,
    temp_directory: join(dir, 'spill'),
    checkpoint_threshold: '128MB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
}

/** Returns how many tables it created. */
async function createTables(instance: DuckDBInstance, names: Iterable<string>): Promise<number> {
  let createdCnt = 0;
  try {
    const connection = await instance.connect();
    try {
      const found = await connection.runAndReadAll('SELECT table_name FROM duckdb_tables()');
      const known = new Set(found.getRowsJS().map(([name]) => String(name)));
      for (const name of names) {
        const parsed = parseTableName(name);
        if (!parsed || known.has(name)) continue;
        await connection.run(createOpenTable(name, metricNames(parsed.scope)));
        createdCnt++;
      }
      await connection.run('CHECKPOINT');
      return createdCnt;
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** An earlier damaged file is not overwritten. */
async function freeName(path: string): Promise<string> {
  for (let at = 1; ; at++) {
    const name = at === 1 ? `${path}.damaged` : `${path}.${at}.damaged`;
    if (!(await exists(name))) return name;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
