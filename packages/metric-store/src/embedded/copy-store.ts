import { copyFile, link, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tierNames } from '../tiers.ts';
import type { Engine } from './duckdb.ts';
import type { PartitionFiles } from './files/partition-files.ts';

/** Closed files never change, so a hard link is a copy. The open tables are copied in one transaction. */
export async function copyStore(engine: Engine, files: PartitionFiles, dir: string): Promise<void> {
  const packs = join(dir, 'partitions');
  await mkdir(packs, { recursive: true, mode: 0o700 });
  for (const tier of tierNames)
    for (const { path } of files.all(tier)) await linkOrCopy(path, join(packs, basename(path)));
  const target = join(dir, 'open.duckdb').replaceAll("'", "''");
  await engine.run(`ATTACH '${target}' AS copied`);
  try {
    await engine.run('COPY FROM DATABASE "open" TO copied');
    await engine.run('CHECKPOINT copied');
  } finally {
    await engine.run('DETACH copied');
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // The file was set aside as damaged meanwhile.
    if (code === 'ENOENT') return;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK') throw error;
    await copyFile(from, to);
  }
}
