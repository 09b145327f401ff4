import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An agent holds little and throws away much; these keep the runtime's reserves small. Without the last, 5 MiB more of
 * the program itself are in memory.
 */
export const THRIFTY_FLAGS = [
  '--max-semi-space-size=1',
  '--optimize-for-size',
  '--heap-growing-percent=20',
  '--no-turbofan',
] as const;
export const THRIFTY_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
  UV_THREADPOOL_SIZE: '2',
} as const;
const PREPARE_WITHIN_MS = 60_000;

/**
 * Replaces this process by the same program under thrifty settings, which can only be given from outside; it comes back
 * where that is done or cannot be. What strips the types from our files would stay in memory too (20 MiB), so a process
 * that ends at once does it and leaves the result in the folder, which must be nobody else's: it holds code.
 */
export function becomeThrifty(entry: string, folder: string): void {
  // A supervisor's channel would not survive it.
  const isUnable = process.execve === undefined || process.channel !== undefined;
  if (isUnable || THRIFTY_FLAGS.every((flag) => process.execArgv.includes(flag))) return;
  const cacheFolder = join(folder, 'code');
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const flags = [...process.execArgv, ...THRIFTY_FLAGS];
  const env = { ...THRIFTY_ENV, ...given(process.env), NODE_COMPILE_CACHE: cacheFolder };
  // Imported, not run. Where it fails the agent only takes more memory.
  spawnSync(process.execPath, [...flags, '--eval', `import(${JSON.stringify(entry)})`], {
    env,
    stdio: 'ignore',
    timeout: PREPARE_WITHIN_MS,
  });
  process.execve?.(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], env);
}

function given(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
