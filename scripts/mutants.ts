import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fastTemporaryRoot, temporaryFolder } from '../packages/testkit/src/temporary-folder.ts';

/*
 * Puts each fault of docs/mutants.md into the code, runs the tests that should notice it, and takes it out again.
 * Arguments choose faults by number: `node scripts/mutants.ts 7 12-15`.
 */

const ROOT = join(import.meta.dirname, '..');
const LIST = 'docs/mutants.md';

interface Mutant {
  readonly no: number;
  readonly title: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The first one is enough, unless it was moved or lost. Empty: no test notices the fault. */
  readonly testFiles: readonly string[];
}

type Outcome = { readonly kind: 'passed' } | { readonly kind: 'failed' | 'broken'; readonly what: string };

/** `### 7. Title`, a line with the file, the change as a diff, and lines with a test file and the title of a test. */
function readMutants(): Mutant[] {
  const sections = readFileSync(join(ROOT, LIST), 'utf8').split(/^### /m).slice(1);
  return sections.map((section) => {
    const [, no, title = ''] = /^(\d+)\. (.+)$/m.exec(section) ?? [];
    const file = /^`(.+)`$/m.exec(section)?.[1];
    const lines = section.split('```diff\n')[1]?.split('\n```')[0]?.split('\n') ?? [];
    const linesWith = (signs: string) => lines.filter((line) => signs.includes(line[0] ?? ' '));
    const [from, to] = [linesWith(' -'), linesWith(' +')].map((side) =>
      side.map((line) => line.slice(1)).join('\n'),
    );
    if (!no || !file || !from || to === undefined) throw new Error(`${LIST}: unreadable: ${section}`);
    const testFiles = [...section.matchAll(/^- `(.+)` › /gm)].map(([, testFile = '']) => testFile);
    return { no: Number(no), title, file, from, to, testFiles: [...new Set(testFiles)] };
  });
}

function isChosen({ no }: Mutant, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  return ranges.some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return first !== undefined && last !== undefined && first <= no && no <= last;
  });
}

/** A fault that an interrupted run left in a file must not become part of the code. */
function requireUnchanged(mutants: readonly Mutant[]): void {
  const files = [...new Set(mutants.map(({ file }) => file))];
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: ROOT }).toString();
  if (changed !== '') throw new Error(`commit or take back first:\n${changed}`);
}

function mutated({ file, from, to }: Mutant): { readonly before: string; readonly after: string } {
  const before = readFileSync(join(ROOT, file), 'utf8');
  const cnt = before.split(from).length - 1;
  if (cnt !== 1) throw new Error(`${file} has this text ${cnt} times, not once: ${from}`);
  return { before, after: before.replace(from, () => to) };
}

let stopTests = () => {};
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true;
    stopTests();
  });

interface Results {
  readonly testResults: readonly {
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

async function runTests(testFiles: readonly string[]): Promise<Outcome> {
  using folder = temporaryFolder();
  const results = join(folder.path, 'results.json');
  const args = ['run', '--bail', '1', '--reporter', 'json', '--outputFile', results, ...testFiles];
  const child = spawn('vitest', args, {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      TMPDIR: fastTemporaryRoot(),
      ...process.env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  });
  stopTests = () => child.kill();
  const [code] = await once(child, 'close');
  if (code === 0) return { kind: 'passed' };
  if (!existsSync(results)) return { kind: 'broken', what: `vitest ended with ${code}` };
  const { testResults }: Results = JSON.parse(readFileSync(results, 'utf8'));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', what: failed.fullName };
  const [first] = testResults.filter(({ status }) => status === 'failed');
  return { kind: 'broken', what: first?.message || 'no test has failed' };
}

/** Runs one test file after the other until one notices the fault. */
async function runMutant(mutant: Mutant): Promise<Outcome> {
  const { before, after } = mutated(mutant);
  const path = join(ROOT, mutant.file);
  let outcome: Outcome = { kind: 'passed' };
  try {
    writeFileSync(path, after);
    for (const testFile of mutant.testFiles) {
      if (outcome.kind === 'failed' || isStopped) break;
      outcome = await runTests([testFile]);
    }
  } finally {
    writeFileSync(path, before);
  }
  return outcome;
}

const all = readMutants();
const mutants = all.filter((mutant) => isChosen(mutant, process.argv.slice(2)));
requireUnchanged(mutants);
for (const mutant of mutants) mutated(mutant);
const testFiles = [...new Set(mutants.flatMap((mutant) => mutant.testFiles))];
const missing = testFiles.filter((testFile) => !existsSync(join(ROOT, testFile)));
if (missing.length > 0) throw new Error(`${LIST} names tests that do not exist: ${missing.join(', ')}`);
console.log(`${testFiles.length} test files without a fault`);
const usual = testFiles.length > 0 ? await runTests(testFiles) : ({ kind: 'passed' } as const);
// A test that fails anyway would seem to notice every fault.
if (usual.kind !== 'passed') throw new Error(`the tests fail without a fault: ${usual.what}`);

const cnts = { killed: 0, survived: 0, listedAsSurviving: 0 };
for (const mutant of mutants) {
  const print = (word: string, why = '') =>
    console.log(`${String(mutant.no).padStart(2)}  ${word}  ${mutant.title}${why && `\n      ${why}`}`);
  if (mutant.testFiles.length === 0) {
    cnts.listedAsSurviving++;
    print('listed as surviving');
    continue;
  }
  const outcome = await runMutant(mutant);
  if (isStopped) break;
  if (outcome.kind === 'failed') {
    cnts.killed++;
    print('killed', outcome.what);
  } else {
    cnts.survived++;
    print('SURVIVED', outcome.kind === 'broken' ? outcome.what : '');
  }
}
console.log(
  `${cnts.killed} killed, ${cnts.survived} survived, ${cnts.listedAsSurviving} not run because the list names no test`,
);
process.exitCode = isStopped || cnts.survived > 0 ? 1 : 0;
