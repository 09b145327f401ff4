import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { fastTemporaryRoot } from '../packages/testkit/src/temporary-folder.ts';
import { buildConsole } from './console-build.ts';
import type { TestMessage } from './test-report.ts';

const CACHE = join(import.meta.dirname, '../node_modules/.cache/gwanje');
const REPORTER = join(import.meta.dirname, 'test-report.ts');
/** A process spends half of its start-up compiling files that another process has already compiled. */
const COMPILED = join(CACHE, 'code');
const QUICK = ['pure', 'console', 'db', 'e2e'];
const REST = ['processes', 'journeys'];
const WITH_BROWSER = ['e2e', 'journeys'];
const PROGRESS_EVERY_MS = 30_000;
const SLOW_FILES = 10;
/** The last lines of a run that ended without a failed test. */
const LAST_LINES = 40;

const beganMs = performance.now();
let plannedCnt = 0;
const files: Extract<TestMessage, { kind: 'file' }>[] = [];
const failures: string[] = [];

// `npm run test:rest` runs what `npm test` leaves out. Paths and projects narrow the run: `npm test -- packages/domain`.
const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { rest: { type: 'boolean' }, project: { type: 'string', multiple: true } },
});
const projects = values.project ?? (paths.length > 0 ? [...QUICK, ...REST] : values.rest ? REST : QUICK);

/*
 * Two runs at the same time: tests often wait for a process, a page or a timer, so one run would leave a
 * third of the processor idle. Only the browser tests need the console.
 */
const progress = setInterval(printProgress, PROGRESS_EVERY_MS);
const others = start('tests', chosenProjects(false));
const browserProjects = chosenProjects(true);
try {
  if (browserProjects.length > 0) await buildConsole();
} catch (error) {
  // A run that is killed would leave its database behind.
  await others;
  throw error;
}
await start('browser-tests', browserProjects);
await others;
clearInterval(progress);

printSlowFiles();
for (const failure of failures) console.log(failure);
const passed = files.reduce((sum, file) => sum + file.passed, 0);
console.log(minutes());
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

function chosenProjects(withBrowser: boolean): string[] {
  if (paths.length > 0 && !paths.some((path) => path.startsWith('e2e') === withBrowser)) return [];
  return projects.filter((name) => WITH_BROWSER.includes(name) === withBrowser);
}

/** What tests and servers print goes into a file, so that a failure is not lost among it. */
async function start(name: string, ofProjects: readonly string[]): Promise<void> {
  if (ofProjects.length === 0) return;
  mkdirSync(CACHE, { recursive: true });
  const log = join(CACHE, `${name}.log`);
  const output = openSync(log, 'w');
  console.log(`output of the ${name.replace('-', ' ')}: ${relative(process.cwd(), log)}`);
  const child = spawn(
    'vitest',
    [
      ...['run', '--passWithNoTests', `--reporter=${REPORTER}`, '--silent=false'],
      ...ofProjects.map((project) => `--project=${project}`),
      ...paths,
    ],
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
