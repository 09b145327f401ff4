import { spawnSync } from 'node:child_process';
import { buildConsole } from './console-build.ts';

buildConsole();
// Arguments narrow the run: `npm test -- packages/domain`.
const result = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(result.status ?? 1);
