import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastTemporaryRoot, temporaryFolder } from '../packages/testkit/src/temporary-folder.ts';
import { printTotals, type RunTotals } from './closing-line.ts';
import { buildConsole } from './console-build.ts';

/** A process spends half of its start-up compiling files that another process has already compiled. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/gwanje/code');

// Arguments narrow the run: `npm test -- packages/domain`.
const narrowing = process.argv.slice(2);
const isOfProject = narrowing.some((argument) => argument.startsWith('--project'));
using folder = temporaryFolder();
const totals = join(folder.path, 'totals');
writeFileSync(totals, '');

/*
 * Two runs at the same time: tests often wait for a process, a page or a timer, so one run would leave a
 * third of the processor idle. Only the browser tests need the console.
 */
const others = isOfProject ? undefined : start(['--project=!e2e', ...narrowing], 'inherit');
try {
  await buildConsole();
} catch (error) {
  // A run that is killed would leave its database behind.
  await others?.closed;
  throw error;
}
const browser = isOfProject ? start(narrowing, 'inherit') : start(['--project=e2e', ...narrowing], 'pipe');
// Shown after the output of the other run.
const held: Buffer[] = [];
let isHeld = true;
for (const stream of [browser.child.stdout, browser.child.stderr])
  stream?.on('data', (chunk: Buffer) => (isHeld ? held.push(chunk) : process.stdout.write(chunk)));
await others?.closed;
isHeld = false;
process.stdout.write(Buffer.concat(held));
await browser.closed;

const runs: RunTotals[] = readFileSync(totals, 'utf8')
  .trim()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
printTotals(runs);
const isGood = [others, browser].every((run) => run === undefined || run.child.exitCode === 0);
process.exitCode = isGood && runs.some((run) => run.passed > 0) ? 0 : 1;

function start(args: readonly string[], output: 'inherit' | 'pipe') {
  const child = spawn('vitest', ['run', '--passWithNoTests', ...args], {
    stdio: ['inherit', output, output],
    env: {
      TMPDIR: fastTemporaryRoot(),
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      GWANJE_TEST_TOTALS: totals,
    },
  });
  // The run stops in order, and this script then closes as usual.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return { child, closed: once(child, 'close') };
}
