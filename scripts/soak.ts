import { spawnSync } from 'node:child_process';

/** What takes longer than `npm test` may. `npm run soak -- kill` runs those whose name begins so. */
const RUNS: Readonly<
  Record<string, { readonly env: Readonly<Record<string, string>>; readonly tests: readonly string[] }>
> = {
  'kill-during-writes': {
    env: { GWANJE_SOAK_KILLS: '100' },
    tests: ['--project', 'db', 'packages/backend/src/database/crash.db.test.ts'],
  },
  'fuzzed-batches': {
    env: { GWANJE_SOAK_MUTATIONS: '100000' },
    tests: ['--project', 'pure', 'apps/server/src/ingest/decode.test.ts'],
  },
};

const wanted = process.argv[2] ?? '';
let failed = false;
for (const [name, { env, tests }] of Object.entries(RUNS)) {
  if (!name.startsWith(wanted)) continue;
  console.log(`soak: ${name}`);
  const result = spawnSync('vitest', ['run', ...tests], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
