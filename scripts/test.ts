import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fastTemporaryRoot } from '../packages/testkit/src/temporary-folder.ts';
import { buildConsole } from './console-build.ts';

/** A process spends half of its start-up compiling files that another process has already compiled. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/gwanje/code');

buildConsole();
// Arguments narrow the run: `npm test -- packages/domain`.
const result = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { TMPDIR: fastTemporaryRoot(), NODE_COMPILE_CACHE: COMPILED, ...process.env },
});
process.exit(result.status ?? 1);
