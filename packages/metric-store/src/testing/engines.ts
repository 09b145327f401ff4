import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gwanje/testkit/free-port';

export interface Engine {
  readonly url: string;
  readonly dir: string;
  /** Makes written samples visible to queries. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Further flags replace the usual ones. */
export async function startVictoriaMetrics(flags: readonly string[] = []): Promise<Engine> {
  return start('victoria-metrics', async (dir, port) => [
    `-storageDataPath=${dir}`,
    `-httpListenAddr=127.0.0.1:${port}`,
    '-retentionPeriod=100y',
    // Without it, duplicate samples count twice.
    '-dedup.minScrapeInterval=1ms',
    '-search.latencyOffset=0s',
    ...flags,
  ]);
}

export async function startPrometheus(): Promise<Engine> {
  return start('prometheus', async (dir, port) => {
    const config = join(dir, 'prometheus.yml');
    await writeFile(config, 'storage:\n  tsdb:\n    out_of_order_time_window: 2d\n');
    return [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      '--storage.tsdb.retention.time=10y',
      `--web.listen-address=127.0.0.1:${port}`,
      '--web.enable-remote-write-receiver',
    ];
  });
}

async function start(
  program: string,
  args: (dir: string, port: number) => Promise<readonly string[]>,
): Promise<Engine> {
  const dir = await mkdtemp(join(tmpdir(), 'gwanje-engine-'));
  const port = await freePort();
  const child = spawn(program, await args(dir, port), { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  try {
    await answering(`${url}/-/ready`, child);
  } catch (error) {
    await end(child, dir);
    throw error;
  }
  return {
    url,
    dir,
    // VictoriaMetrics shows new samples a second later without this. Prometheus has no such URL and no delay.
    settle: async () => {
      await (await fetch(`${url}/internal/force_flush`)).text();
    },
    stop: () => end(child, dir),
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + 30_000;
  while (Date.now() < deadlineMs && child.exitCode === null) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the engine did not start');
}

async function end(child: ChildProcess, dir: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await rm(dir, { recursive: true, force: true });
}
