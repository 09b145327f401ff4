import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/console/dist');
const stamp = join(dist, '.inputs');
const INPUTS = [
  'apps/console',
  'packages/ui',
  'packages/contract',
  'packages/kinds',
  'packages/domain',
  'package-lock.json',
];
const SKIPPED = new Set(['node_modules', 'dist']);

/** Builds the console when its sources have changed since the last build. An abort ends the build. */
export async function buildConsole(signal?: AbortSignal): Promise<void> {
  const wanted = inputsHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/console'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  signal?.addEventListener('abort', () => build.kill());
  const [code] = await once(build, 'close');
  signal?.throwIfAborted();
  if (code !== 0) throw new Error('the console did not build, see above');
  writeFileSync(stamp, wanted);
}

function inputsHash(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) addToHash(hash, input);
  return hash.digest('hex');
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  const absolute = join(root, path);
  const entries = path.endsWith('.json') ? undefined : readdirSync(absolute, { withFileTypes: true });
  if (!entries) {
    hash.update(path).update(readFileSync(absolute));
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) addToHash(hash, child);
    else hash.update(child).update(readFileSync(join(root, child)));
  }
}
