import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const notOurs = ['**/node_modules/**', '**/dist/**'];
/** Tests that need a document: those of components, and others that say so in their name. */
const withDocument = ['**/*.test.tsx', '**/*.dom.test.ts'];
/** Tests that kill, pause, back up, move or wait for real processes. `npm run test:all` runs them. */
const PROCESS_TESTS = '**/*.process.test.ts';
/** Each further one loads all modules again. The browser tests and the database need a share of the cores too. */
const WORKERS = availableParallelism();
/** A busy machine is slow, not wrong: what is awaited may come late, what never comes still fails. */
const patience = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    // What a passed test prints is of no use.
    silent: 'passed-only',
    // The installations of the browser tests stop in order, which takes long on a busy machine.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...notOurs, ...withDocument, '**/*.db.test.ts', PROCESS_TESTS],
          maxWorkers: WORKERS,
          // Loading the same modules again for each file took longer than the tests, and none keeps a state.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'console',
          include: withDocument,
          exclude: notOurs,
          environment: 'jsdom',
          setupFiles: ['apps/console/src/core/testing/fresh-page.ts'],
          maxWorkers: WORKERS,
          // Document and modules are loaded once for each worker. The setup file resets what they keep.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'db',
          include: ['packages/**/*.db.test.ts', 'apps/**/*.db.test.ts', 'tools/**/*.db.test.ts'],
          exclude: notOurs,
          maxWorkers: WORKERS,
          // Files share the server's modules, which take nearly two seconds, and the server of `describeWithSharedApp`.
          isolate: false,
          environment: './packages/testkit/src/testing/worker-environment.ts',
          // The identity provider of the tests uses algorithms that Node still calls experimental.
          execArgv: ['--disable-warning=ExperimentalWarning'],
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'processes',
          include: ['packages', 'apps', 'scripts', 'tools'].map((folder) => `${folder}/${PROCESS_TESTS}`),
          exclude: notOurs,
          // Each test starts several processes.
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 2 },
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          ...patience,
        },
      },
      browserProject('e2e', 'e2e/*.test.ts', 1),
      browserProject('journeys', 'e2e/journeys/*.test.ts', 3),
    ],
  },
});

/** Vitest asks for different orders, because the numbers of workers differ. `npm test` runs these beside the others. */
function browserProject(name: string, include: string, groupOrder: number): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      exclude: notOurs,
      // One installation and one browser: a second of each would cost more processor time than it saves of wall time.
      maxWorkers: 1,
      // The browser is there for the next file, and so are the modules.
      isolate: false,
      sequence: { groupOrder },
      globalSetup: ['e2e/support/global-setup.ts'],
      setupFiles: ['e2e/support/demo-clusters.ts'],
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 300_000,
      hookTimeout: 240_000,
    },
  };
}
