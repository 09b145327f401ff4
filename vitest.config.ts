import { defineConfig } from 'vitest/config';

const notOurs = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...notOurs, '**/*.db.test.ts'],
          // A busy machine is slow, not wrong.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['packages/**/*.db.test.ts', 'apps/**/*.db.test.ts'],
          exclude: notOurs,
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: notOurs,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          globalSetup: ['e2e/support/global-setup.ts'],
        },
      },
    ],
  },
});
