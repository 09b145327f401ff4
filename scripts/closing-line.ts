import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The last line: `N passed, N failed`. `npm test` consists of two runs, whose numbers it adds up. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandled.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
      }
    }
    const totals = process.env.GWANJE_TEST_TOTALS;
    if (totals) appendFileSync(totals, `${passed} ${failed}\n`);
    // After the default reporter's summary.
    else process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
