import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from '../../../scripts/console-build.ts';
import { runRollingUpgrade } from './rolling-upgrade.ts';

/*
 * `npm run soak -- rolling-upgrade --rounds 5`: each round restarts three replicas one after another, under load and with
 * open screens. `--screenshots FOLDER` saves the screens during each restart.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    clusters: { type: 'string', default: '12' },
    screenshots: { type: 'string' },
  },
});
const startMs = performance.now();
const log = (line: string) => console.log(`[${((performance.now() - startMs) / 1000).toFixed(1)} s] ${line}`);
await buildConsole();
if (values.screenshots) await mkdir(values.screenshots, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'gwanje-rolling-upgrade-'));
// PostgreSQL runs as another user.
await chmod(folder, 0o755);
const { violations, ...figures } = await runRollingUpgrade({
  dataDir: join(folder, 'data'),
  replicaCnt: 3,
  clusterCnt: Number(values.clusters),
  roundCnt: Number(values.rounds),
  ...(values.screenshots && { screenshotDir: values.screenshots }),
  log,
});
log(`${JSON.stringify(figures)}, load average ${loadavg()[0]?.toFixed(1)}`);
for (const violation of violations) log(`VIOLATION: ${violation}`);
if (violations.length === 0) await rm(folder, { recursive: true, force: true });
else log(`the logs are in ${join(folder, 'data/logs')}`);
process.exit(violations.length === 0 ? 0 : 1);
