import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FaultKind } from './fault-plan.ts';
import { runSuite } from './suite.ts';
import { takeoverFigures } from './takeover.ts';

/*
 * `npm run soak -- replicas --faults 200 --seed 7`: three replicas under random faults. `--kinds kill,pause` limits the
 * faults. PostgreSQL is behind pgbouncer, without it with `--direct`. The same seed gives the same faults and the same work.
 */

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kinds: { type: 'string' },
    clusters: { type: 'string', default: '24' },
    direct: { type: 'boolean', default: false },
  },
});
// Disks of replicas are unmounted at the end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const seed = Number(values.seed);
const startMs = performance.now();
const log = (line: string) =>
  console.log(`[seed ${seed}, ${((performance.now() - startMs) / 1000).toFixed(1)} s] ${line}`);
const folder = await mkdtemp(join(tmpdir(), 'gwanje-replicas-'));
// PostgreSQL runs as another user.
await chmod(folder, 0o755);
const { faultCnt, violations, history } = await runSuite({
  seed,
  faults: Number(values.faults),
  dataDir: join(folder, 'data'),
  replicaCnt: 3,
  engineCnt: 2,
  clusterCnt: Number(values.clusters),
  personCnt: 3,
  visitorCnt: 2,
  hasPool: !values.direct,
  agentPauseMs: 1500,
  ...(values.kinds ? { kinds: values.kinds.split(',') as FaultKind[] } : {}),
  log,
});
const { batches, writes, messages, lists, accessReads, raised } = history;
log(
  `${faultCnt} faults; ${batches.length} batches, ${writes.length} writes, ${raised.length} alarms, ${messages.length} messages, ${lists.length} lists, ${accessReads.length} reads of changing rights`,
);
for (const fault of ['kill', 'pause', 'kill with others', 'pause with others']) {
  const figures = takeoverFigures(history, (name) => name === fault);
  if (figures)
    log(`takeover after ${fault}: ${figures.cnt} clusters, p50 ${figures.p50Ms} ms, max ${figures.maxMs} ms`);
}
if (violations.length === 0) {
  log('no violation');
  await rm(folder, { recursive: true, force: true });
} else {
  const file = join(folder, 'history.json');
  await writeFile(file, JSON.stringify(history));
  for (const violation of violations) log(`VIOLATION: ${violation}`);
  log(
    `reproduce it with --seed ${seed}; the history is ${file}, the logs are in ${join(folder, 'data/logs')}`,
  );
}
process.exit(violations.length === 0 ? 0 : 1);
