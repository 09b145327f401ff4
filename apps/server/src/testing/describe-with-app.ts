import { afterAll, beforeAll, describe } from 'vitest';
import { type RunningApp, sharedTestApp, startTestApp, type TestApp } from './test-app.ts';

/**
 * Runs a suite against the server that the files of a worker share; `app()` is available in tests and hooks. The suite
 * makes its own groups, users and clusters, and leaves alone what belongs to the whole installation.
 */
export function describeWithSharedApp(name: string, suite: (app: () => RunningApp) => void): void {
  describe(name, () => suite(appOf(sharedTestApp)));
}

/** Runs a suite against its own server: for suites that move the clock, change settings or count all rows. */
export function describeWithOwnApp(name: string, suite: (app: () => TestApp) => void): void {
  describe(name, () => suite(ownApp()));
}

/** A server for the tests and hooks of a file or a suite. */
export function ownApp(): () => TestApp {
  const app = appOf(startTestApp);
  afterAll(() => app()[Symbol.asyncDispose]());
  return app;
}

function appOf<App>(start: () => Promise<App>): () => App {
  let started: App | undefined;
  beforeAll(async () => {
    started = await start();
  });
  return () => {
    if (!started) throw new Error('the server runs only in tests and hooks');
    return started;
  };
}
