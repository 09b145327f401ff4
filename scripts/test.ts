import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fastTemporaryRoot } from '../packages/testkit/src/temporary-folder.ts';
import { buildConsole } from './console-build.ts';
import type { TestMessage } from './test-report.ts';

const CACHE = join(import.meta.dirname, '../node_modules/.cache/gwanje');
const REPORTER = join(import.meta.dirname, 'test-report.ts');
/** A process spends half of its start-up compiling files that another process has already compiled. */
const COMPILED = join(CACHE, 'code');
/** Beside the browser tests. `npm run test:all` runs the project `processes` too. */
const QUICK_PROJECTS = ['pure', 'console', 'db'];
const PROGRESS_EVERY_MS = 30_000;
const SLOW_FILES = 10;
/** The last lines of a run that ended without a failed test. */
const LAST_LINES = 40;

const beganMs = performance.now();
let plannedCnt = 0;
const files: Extract<TestMessage, { kind: 'file' }>[] = [];
const failures: string[] = [];

// Arguments narrow the run: `npm test -- packages/domain`.
const narrowing = process.argv.slice(2);
const isOfProject = narrowing.some((argument) => argument.startsWith('--project'));
const isOfBrowser = (argument: string) => /^(--project=)?e2e/.test(argument);
const hasBrowserTests = narrowing.some(isOfBrowser) || narrowing.length === 0;
const hasOthers = !narrowing.every(isOfBrowser) || narrowing.length === 0;

/*
 * Two runs at the same time: tests often wait for a process, a page or a timer, so one run would leave a
 * third of the processor idle. Only the browser tests need the console.
 */
const progress = setInterval(printProgress, PROGRESS_EVERY_MS);
const others = hasOthers
  ? start(
      'tests',
      isOfProject ? narrowing : [...QUICK_PROJECTS.map((name) => `--project=${name}`), ...narrowing],
    )
  : undefined;
try {
  if (hasBrowserTests) await buildConsole();
} catch (error) {
  // A run that is killed would leave its database behind.
  await others;
  throw error;
}
if (hasBrowserTests) await start('browser-tests', isOfProject ? narrowing : ['--project=e2e', ...narrowing]);
await others;
clearInterval(progress);

printSlowFiles();
for (const failure of failures) console.log(failure);
const passed = files.reduce((sum, file) => sum + file.passed, 0);
console.log(minutes());
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

/** What tests and servers print goes into a file, so that a failure is not lost among it. */
async function start(name: string, args: readonly string[]): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const log = join(CACHE, `${name}.log`);
  const output = openSync(log, 'w');
  console.log(`output of the ${name.replace('-', ' ')}: ${relative(process.cwd(), log)}`);
  const child = spawn(
    'vitest',
    ['run', '--passWithNoTests', `--reporter=${REPORTER}`, '--silent=false', ...args],
    {
      stdio: ['ignore', output, output, 'ipc'],
      env: { TMPDIR: fastTemporaryRoot(), NODE_COMPILE_CACHE: COMPILED, ...process.env },
    },
  );
  // The run stops in order, and this script then closes as usual.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  let hasFailures = false;
  child.on('message', (message: TestMessage) => {
    note(message);
    hasFailures ||= message.kind !== 'planned' && message.failures.length > 0;
  });
  await once(child, 'close');
  if (child.exitCode === 0 || hasFailures) return;
  const lastLines = readFileSync(log, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
  failures.push(
    `FAILED the ${name.replace('-', ' ')} ended (${child.signalCode ?? child.exitCode})\n${lastLines}`,
  );
}

function note(message: TestMessage): void {
  if (message.kind === 'planned') {
    plannedCnt += message.fileCnt;
    return;
  }
  if (message.kind === 'file') files.push(message);
  failures.push(...message.failures);
  for (const failure of message.failures) console.log(failure.split('\n', 2).join(': '));
}

function printProgress(): void {
  console.log(`${minutes()}: ${files.length} of ${plannedCnt} files, ${failures.length} failed`);
}

function minutes(): string {
  const sec = Math.round((performance.now() - beganMs) / 1000);
  return `${Math.floor(sec / 60)} min ${sec % 60} s`;
}

function printSlowFiles(): void {
  const slowest = files.toSorted((a, b) => b.sec - a.sec).slice(0, SLOW_FILES);
  console.log('slowest files:');
  for (const { path, sec } of slowest) console.log(`${sec.toFixed(1).padStart(7)} s  ${path}`);
}
