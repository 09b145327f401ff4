import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The last line of `npm test`: `N passed, N failed`. */
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
    // After the default reporter's summary.
    process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
