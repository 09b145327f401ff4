import { spawn } from 'node:child_process';

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'tsc', '-p', '.'],
  ['types of the console', 'tsc', '-p', 'apps/console'],
  ['boundaries', process.execPath, 'scripts/boundaries.ts'],
  ['dead code', 'knip', '--no-progress'],
];

async function run([name, command, ...args]: (typeof CHECKS)[number]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once('close', (code) => resolve(code === 0));
  const passed = await promise;
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name}`);
  if (!passed) console.log(output);
  return passed;
}

const results = await Promise.all(CHECKS.map(run));
process.exit(results.every(Boolean) ? 0 : 1);
