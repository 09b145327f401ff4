import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startIngestServer } from '../../apps/agent/src/testing/ingest-server.ts';
import { startSimulator } from '../../apps/agent/src/testing/simulator.ts';
import { bundleAgent } from '../../scripts/agent/agent-bundle.ts';
import { type Figure, figure } from './figure.ts';
import { usageOf } from './process-usage.ts';

const PODS = 1000;
const RUN_SEC = Number(process.env.GWANJE_BENCH_AGENT_SEC ?? 180);
/** The first listings end within this time. */
const SETTLE_SEC = 30;
const LAST_SEC = 60;
const SAMPLE_EVERY_MS = 15_000;
const SIMULATOR = ['--clusters', 'aks', '--pods', String(PODS), '--random-scenarios', '1', '--tls', '1'];

/**
 * One agent, as its image runs it, reads a whole running cluster from outside, every kubelet through the API
 * server. Memory is the largest value of the last minute. CPU time is the mean since the first listings.
 */
export async function measureAgent(): Promise<readonly Figure[]> {
  await using simulator = await startSimulator(SIMULATOR);
  await using ingest = await startIngestServer();
  ingest.answer = () => ({ status: 200, sampleEveryMs: SAMPLE_EVERY_MS });
  const folder = await mkdtemp(join(tmpdir(), 'gwanje-bench-'));
  const main = await bundleAgent(join(folder, 'bundle'));
  const agent = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      GWANJE_AGENT_KUBECONFIG: simulator.cluster.kubeconfigs.outside,
      GWANJE_AGENT_SERVER: ingest.url,
      GWANJE_AGENT_TOKEN: 'test-token',
      GWANJE_AGENT_DATA_DIR: join(folder, 'data'),
      GWANJE_AGENT_PORT: '0',
    },
  });
  try {
    await ingest.until(() => (ingest.inventory.get('pod')?.size ?? 0) >= PODS, 60_000);
    await sleep(SETTLE_SEC * 1000);
    const before = usageOf(agent.pid);
    const beganMs = performance.now();
    const rssMib: number[] = [];
    let sampleParts = 0;
    while (performance.now() - beganMs < (RUN_SEC - SETTLE_SEC) * 1000) {
      await sleep(1000);
      rssMib.push(usageOf(agent.pid).rssMib);
      // Received batches are dropped, because this process would grow otherwise.
      for (const batch of ingest.batches.splice(0)) sampleParts += batch.samples?.length ?? 0;
      ingest.requests.length = 0;
    }
    const seconds = (performance.now() - beganMs) / 1000;
    if (sampleParts < Math.floor((seconds * 1000) / SAMPLE_EVERY_MS) - 1) {
      throw new Error(`the agent sent samples only ${sampleParts} times`);
    }
    const cores = (usageOf(agent.pid).cpuSec - before.cpuSec) / seconds;
    return [
      figure('agent.rss_mb_per_1000_pods', Math.max(...rssMib.slice(-LAST_SEC)), 'MiB', '<= 120'),
      figure('agent.cores_per_1000_pods', cores, 'cores', '<= 0.05', 4),
    ];
  } finally {
    if (agent.exitCode === null && agent.signalCode === null) {
      agent.kill('SIGTERM');
      await once(agent, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}
