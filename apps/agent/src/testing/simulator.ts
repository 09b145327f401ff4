import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Cluster = z.object({
  name: z.string(),
  url: z.string(),
  tokens: z.object({ admin: z.string() }),
  kubeconfigs: z.object({ admin: z.string(), agent: z.string(), outside: z.string() }),
  kubelets: z.array(z.object({ nodeName: z.string(), url: z.string() })),
});
const Ready = z.object({
  ready: z.literal('simulator'),
  control: z.string(),
  clusters: z.array(Cluster).min(1),
});

export interface RunningSimulator extends AsyncDisposable {
  readonly folder: string;
  readonly control: string;
  readonly cluster: z.output<typeof Cluster>;
  /** Sends a request to the API server as its admin. */
  get(path: string): Promise<unknown>;
  /** Starts a scenario. Returns a function that ends it. */
  scenario(name: string, options?: { target?: string; seconds?: number }): Promise<() => Promise<void>>;
  /** The control port's answer for a node's kubelet at a given second. */
  kubelet(nodeName: string, path: string, at: string): Promise<unknown>;
}

/** The simulator in a separate process. It runs only the scenarios that a test starts. */
export async function startSimulator(args: readonly string[]): Promise<RunningSimulator> {
  const folder = mkdtempSync(join(tmpdir(), 'gwanje-simulator-'));
  const main = join(import.meta.dirname, '../../../../tools/simulator/src/main.ts');
  const child = spawn(
    process.execPath,
    [main, '--port', '0', '--random-scenarios', '0', '--tls', '0', ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, GWANJE_DATA_DIR: folder, GWANJE_LOG_LEVEL: 'warn' },
    },
  );
  const ready = Promise.withResolvers<z.output<typeof Ready>>();
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    const parsed = Ready.safeParse(jsonOf(line));
    if (parsed.success) ready.resolve(parsed.data);
  });
  child.once('exit', () => ready.reject(new Error('the simulator ended before it was ready')));
  const { control, clusters } = await ready.promise;
  const [cluster] = clusters;
  if (!cluster) throw new Error('no cluster');
  return {
    folder,
    control,
    cluster,
    async get(path) {
      const headers = { authorization: `Bearer ${cluster.tokens.admin}` };
      const answer = await fetch(`${cluster.url}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    },
    async scenario(name, options = {}) {
      const answer = await fetch(`${control}/scenarios/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(options),
      });
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
      const { id } = z.object({ id: z.number() }).parse(await answer.json());
      return async () => {
        await fetch(`${control}/scenarios/running/${id}`, { method: 'DELETE' });
      };
    },
    async kubelet(nodeName, path, at) {
      const url = `${control}/clusters/${cluster.name}/nodes/${nodeName}${path}?at=${encodeURIComponent(at)}`;
      return (await fetch(url)).json();
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
