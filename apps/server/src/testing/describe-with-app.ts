import type { DatabaseKind } from '@gwanje/testkit/databases';
import { afterAll, beforeAll, describe } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

/** Runs a suite against the whole server on each kind of database; `app()` is there in tests and hooks. */
export function describeWithApp(
  name: string,
  suite: (app: () => TestApp) => void,
  kinds: readonly DatabaseKind[] = ['postgres', 'embedded'],
): void {
  describe.each(kinds)(`${name} on %s`, (kind) => {
    let started: TestApp | undefined;
    beforeAll(async () => {
      started = await startTestApp(kind);
    });
    afterAll(() => started?.[Symbol.asyncDispose]());
    suite(() => {
      if (!started) throw new Error('the server is there only in tests and hooks');
      return started;
    });
  });
}
