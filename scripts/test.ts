import { spawnSync } from 'node:child_process';
import { fastTemporaryRoot } from '../packages/testkit/src/temporary-folder.ts';
import { buildConsole } from './console-build.ts';

buildConsole();
// Arguments narrow the run: `npm test -- packages/domain`.
const result = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { TMPDIR: fastTemporaryRoot(), ...process.env },
});
process.exit(result.status ?? 1);
