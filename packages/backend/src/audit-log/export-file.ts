import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { writeDurably } from '../files/write-durably.ts';
import type { SealedEntry } from './row-hash.ts';

const compress = promisify(gzip);

/** The name sorts by the place in the chain. */
export function exportFileName(firstNo: number, lastNo: number): string {
  const digits = (no: number) => String(no).padStart(12, '0');
  return `audit-${digits(firstNo)}-${digits(lastNo)}.jsonl.gz`;
}

/** One JSON object for each entry, compressed. The file is on the disk when this returns. */
export async function writeExportFile(
  folder: string,
  name: string,
  entries: readonly SealedEntry[],
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await writeDurably(folder, name, await compress(text));
}

/** Throws on a file that is no export or is damaged. */
export async function* readExportFile(path: string): AsyncIterable<SealedEntry> {
  const source = createReadStream(path);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    yield entryOf(line);
}

export function exportPath(folder: string, name: string): string {
  return join(folder, name);
}

function entryOf(line: string): SealedEntry {
  const { at, ...entry } = JSON.parse(line) as Omit<SealedEntry, 'at'> & { readonly at: string };
  return { ...entry, at: new Date(at) };
}
