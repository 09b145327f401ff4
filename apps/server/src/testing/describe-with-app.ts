import { afterAll, beforeAll, describe } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

/** Runs a suite against the complete server; `app()` is available in tests and hooks. */
export function describeWithApp(name: string, suite: (app: () => TestApp) => void): void {
  describe(name, () => {
    let started: TestApp | undefined;
    beforeAll(async () => {
      started = await startTestApp();
    });
    afterAll(() => started?.[Symbol.asyncDispose]());
    suite(() => {
      if (!started) throw new Error('the server runs only in tests and hooks');
      return started;
    });
  });
}
