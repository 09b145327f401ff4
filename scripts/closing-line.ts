import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** What one run of Vitest ended with. */
export interface RunTotals {
  passed: number;
  failed: number;
  /** Each failure with its file, its name and its first messages. */
  failures: string[];
}

/**
 * The last lines: each failure, then `N passed, N failed`. `npm test` consists of two runs, so it collects what
 * both write and shows it once, at the end, where a reader of a long log looks first.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const totals: RunTotals = { passed: 0, failed: unhandled.length, failures: [] };
    for (const error of unhandled) totals.failures.push(failureText('outside of any test', [error]));
    for (const module of modules) {
      const path = relative(process.cwd(), module.moduleId);
      if (module.errors().length > 0) {
        totals.failed++;
        totals.failures.push(failureText(path, module.errors()));
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') totals.passed++;
        if (state !== 'failed') continue;
        totals.failed++;
        totals.failures.push(failureText(`${path} > ${test.fullName}`, errorsOf(test)));
      }
    }
    const file = process.env.GWANJE_TEST_TOTALS;
    if (file) appendFileSync(file, `${JSON.stringify(totals)}\n`);
    // After the default reporter's summary.
    else process.once('exit', () => printTotals([totals]));
  }
}

export function printTotals(runs: readonly RunTotals[]): void {
  for (const failure of runs.flatMap((run) => run.failures)) console.log(failure);
  const sum = (field: 'passed' | 'failed') => runs.reduce((total, run) => total + run[field], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

const errorsOf = (test: TestCase) => test.result().errors ?? [];

function failureText(where: string, errors: readonly { message: string; stack?: string }[]): string {
  const messages = errors.map(({ message, stack }) => `${message.slice(0, 1500)}\n${firstCall(stack)}`);
  return `FAILED ${where}\n${messages.join('\n')}`;
}

/** The line of the test, not of the library that threw. */
function firstCall(stack = ''): string {
  return stack.split('\n').find((line) => line.includes('.test.ts')) ?? '';
}
