import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Progress } from './installation/progress.ts';

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

/** What Vite says about its stages. Its list of files is left out. */
const STAGE = /^(?:transforming|rendering chunks|✓ [\d,]+ modules transformed)/;
const SHOWN_LINES = 50;

/**
 * Builds the console when its sources have changed since the last build. An abort ends the build. A server that starts
 * meanwhile finds the folder, and serves the console when it is built.
 */
export async function buildConsole(signal?: AbortSignal): Promise<void> {
  const wanted = inputsHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const progress = new Progress('building the console');
  mkdirSync(dist, { recursive: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const build = spawn(process.execPath, [vite, 'build'], {
    cwd: join(root, 'apps/console'),
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  signal?.addEventListener('abort', () => build.kill());
  const lines: string[] = [];
  createInterface({ input: build.stderr }).on('line', (line) => lines.push(line));
  createInterface({ input: build.stdout }).on('line', (line) => {
    lines.push(line);
    if (STAGE.test(line)) progress.at(line.replace('✓ ', ''));
  });
  const [code] = await once(build, 'close');
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`the console did not build:\n${lines.slice(-SHOWN_LINES).join('\n')}`);
  progress.done();
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
