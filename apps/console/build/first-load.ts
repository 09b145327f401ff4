import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compress } from './precompress.ts';

/** Manifest keys of what /main loads: the entry, and each module it imports on the way to the page. */
const MAIN_MODULES = ['index.html', 'src/features/upcoming/upcoming-page.tsx'] as const;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** Files reached from the modules by static imports, each once; text fonts are loaded by need and not counted. */
export function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const open = [...modules];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`not in the build manifest: ${key}`);
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const file of chunk.assets ?? []) if (/icons-[^/]+\.woff2$/.test(file)) files.add(file);
    open.push(...(chunk.imports ?? []));
  }
  return [...files].sort();
}

interface FirstLoad {
  readonly totalBytes: number;
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
}

/** Brotli bytes of the JS, CSS and icon font that the first load of /main needs. */
export async function measureFirstLoad(distFolder: string): Promise<FirstLoad> {
  const manifest: Manifest = JSON.parse(readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8'));
  const names = [...filesOf(manifest, MAIN_MODULES), 'theme.js'];
  const files = await Promise.all(
    names.map(async (file) => ({ file, bytes: await transferBytes(join(distFolder, file)) })),
  );
  return { totalBytes: files.reduce((sum, file) => sum + file.bytes, 0), files };
}

async function transferBytes(path: string): Promise<number> {
  if (path.endsWith('.woff2')) return statSync(path).size;
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : (await compress(readFileSync(path))).length;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { totalBytes, files } = await measureFirstLoad(
    process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)),
  );
  for (const { file, bytes } of files) process.stdout.write(`${String(bytes).padStart(8)}  ${file}\n`);
  process.stdout.write(`${String(totalBytes).padStart(8)}  total (${(totalBytes / 1000).toFixed(1)} kB)\n`);
}
