import { spawnSync } from 'node:child_process';

/**
 * Tests that are too slow for `npm test`. `npm run soak -- kill` runs those whose name begins with "kill". Further
 * arguments are added to the command: `npm run soak -- console-heap 10` measures for ten minutes.
 */
interface Run {
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
}

function vitest(project: 'pure' | 'db' | 'processes', file: string): Run['command'] {
  return ['vitest', 'run', '--project', project, file];
}

const RUNS: Readonly<Record<string, Run>> = {
  'kill-during-writes': {
    env: { GWANJE_SOAK_KILLS: '100' },
    command: vitest('processes', 'packages/backend/src/database/crash.process.test.ts'),
  },
  'kill-metric-store': {
    env: { GWANJE_SOAK_KILLS: '12' },
    command: vitest('processes', 'packages/metric-store/src/embedded/crash.process.test.ts'),
  },
  'attacks-flipped-bytes': {
    env: { GWANJE_SOAK_FLIPS: '100' },
    command: vitest('processes', 'packages/metric-store/src/embedded/damage/flipped-bytes.process.test.ts'),
  },
  'attacks-flood': {
    env: { GWANJE_SOAK_FLOOD: '20000' },
    command: vitest('db', 'apps/server/src/testing/attacks/flood.db.test.ts'),
  },
  'attacks-fuzzed-batches': {
    env: { GWANJE_SOAK_MUTATIONS: '100000' },
    command: vitest('pure', 'apps/server/src/pipeline/receive/decode/decode.test.ts'),
  },
  'attacks-fuzzed-batches-stored': {
    env: { GWANJE_SOAK_MUTATIONS: '20000' },
    command: vitest('db', 'apps/server/src/pipeline/apply/refusals.db.test.ts'),
  },
  'kill-during-ingest': {
    env: { GWANJE_SOAK_KILLS: '100' },
    command: ['node', 'tools/soak/server-kills.ts'],
  },
  'kill-agent-and-server': {
    env: { GWANJE_SOAK_KILLS: '100' },
    command: vitest('processes', 'apps/server/src/pipeline/receive/agent-and-server.process.test.ts'),
  },
  'replica-feed': {
    env: { GWANJE_SOAK_RUNS: '300' },
    command: vitest('pure', 'apps/server/src/replicas/feed/feed.property.test.ts'),
  },
  'move-stores': {
    env: { GWANJE_SOAK: '1' },
    command: vitest('processes', 'apps/server/src/cli/move/move-stores.process.test.ts'),
  },
  'kill-message-sender': {
    env: { GWANJE_SOAK: '1' },
    command: vitest('processes', 'apps/server/src/alarms/notifications/outbox/sender-crash.process.test.ts'),
  },
  'every-item': {
    env: { GWANJE_SOAK_ITEMS: 'all' },
    command: vitest('processes', 'apps/server/src/alarms/engine/engine-tests/every-item.process.test.ts'),
  },
  'alarm-property': {
    env: { GWANJE_SOAK_RUNS: '100' },
    command: vitest('db', 'apps/server/src/alarms/engine/engine-tests/engine.property.db.test.ts'),
  },
  'alarm-flood': {
    env: { GWANJE_SOAK_PODS: '6400' },
    command: vitest('db', 'apps/server/src/alarms/engine/engine-tests/flood-fault.db.test.ts'),
  },
  'new-objects': {
    env: { GWANJE_SOAK_OBJECTS: '1000000' },
    command: ['node', 'tools/soak/new-objects.ts'],
  },
  replicas: {
    env: {},
    command: ['node', 'tools/soak/replicas/main.ts'],
  },
  'rolling-upgrade': {
    env: {},
    command: ['node', 'tools/soak/rolling-upgrade/main.ts'],
  },
  'steady-load': {
    env: { GWANJE_SOAK_SECONDS: '600' },
    command: ['node', 'tools/soak/steady-load.ts'],
  },
  'console-heap': {
    env: { GWANJE_SOAK_PODS: '1500' },
    command: ['node', 'tools/soak/console-heap.ts'],
  },
};

const [namePrefix = '', ...extraArgs] = process.argv.slice(2);
const wanted = Object.entries(RUNS).filter(([name]) => name.startsWith(namePrefix));
if (wanted.length === 0) console.error(`no run begins with ${namePrefix}: ${Object.keys(RUNS).join(', ')}`);
let failed = wanted.length === 0;
for (const [name, { env, command }] of wanted) {
  console.log(`soak: ${name}`);
  const [program, ...args] = command;
  const result = spawnSync(program, [...args, ...extraArgs], {
    stdio: 'inherit',
    env: { ...env, ...process.env },
  });
  if (result.status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
