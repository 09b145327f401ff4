import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { type TemporaryFolder, temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runScenarioCommand } from './control/command.ts';
import { readSettings } from './settings.ts';
import type { Json } from './testing/start.ts';

let folder: TemporaryFolder;
let child: TestProcess | undefined;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await child?.kill();
  folder[Symbol.dispose]();
});

function run(...args: string[]): TestProcess {
  return new TestProcess(join(import.meta.dirname, 'main.ts'), {
    args,
    env: { GWANJE_DATA_DIR: folder.path },
  });
}

async function start(...args: string[]): Promise<Json> {
  child = run(...args);
  return JSON.parse(await child.waitForLine((line) => line.includes('"ready":"simulator"')));
}

async function refusal(...args: string[]): Promise<string> {
  const refused = run(...args);
  expect(await refused.exited).toMatchObject({ code: 1 });
  return refused.lines.join('\n');
}

test('a process prints its addresses, catches up with the past, runs commands, and ends on a signal', async () => {
  const began = new Date(Date.now() - 900_000).toISOString();
  const options = ['--clusters', 'aks,onprem', '--pods', '160', '--random-scenarios', '0', '--tls', '0'];
  const ready = await start(...options, '--began', began);
  expect(ready.clusters.map(({ kind, pods }: Json) => [kind, pods])).toEqual([
    ['aks', 80],
    ['onprem', 80],
  ]);
  const [aks] = ready.clusters;
  for (const path of Object.values<string>(aks.kubeconfigs)) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8')).clusters[0].cluster.server).toBe(aks.url);
  }
  const [admin] = JSON.parse(readFileSync(aks.kubeconfigs.admin, 'utf8')).users;
  const headers = { authorization: `Bearer ${admin.user.token}` };
  const nodes = async (): Promise<Json[]> => {
    const list: Json = await (await fetch(`${aks.url}/api/v1/nodes`, { headers })).json();
    return list.items;
  };
  const cordoned = async () => (await nodes()).filter(({ spec }) => spec.unschedulable).length;
  const command = (...args: string[]) => runScenarioCommand(args, ready.control);
  expect(await command('cordon', '--cluster', aks.name)).toMatch(/^started cordon in aks-\S+ on aks-\S+;/);
  expect(await cordoned()).toBe(1);
  expect(await command('stop', '1')).toBe('stopped 1');
  expect(await cordoned()).toBe(0);
  expect(await command()).toContain('crash-loop');
  const refused = refusal('scenario', 'no-such-thing');

  const [node] = await nodes();
  const heartbeats = node.status.conditions.map((one: Json) => Date.parse(one.lastHeartbeatTime));
  expect(Math.max(...heartbeats)).toBeGreaterThan(Date.now() - 600_000);
  const path = `/clusters/${aks.name}/nodes/${node.metadata.name}/stats/summary?at=${began}`;
  const summary: Json = await (await fetch(`${ready.control}${path}`)).json();
  expect(Date.parse(summary.node.cpu.time)).toBe(Math.floor(Date.parse(began) / 1000) * 1000);

  const page = await (await fetch(`${ready.control}/`)).text();
  expect(page).toContain(aks.name);
  expect((await fetch(`${ready.control}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${ready.control}/metrics`)).text()).toContain('process_resident_memory_bytes');

  expect(await refused).toContain('there is no scenario no-such-thing');
  expect(await child?.stop()).toMatchObject({ code: 0 });
  expect(existsSync(aks.kubeconfigs.admin)).toBe(true);
});

const SMALL = ['--clusters', 'onprem', '--pods', '20', '--random-scenarios', '0', '--tls', '0'];

test('takes free ports, the same ones again, and refuses a configured port that is taken', async () => {
  const first = await start(...SMALL);
  const portsOf = ({ control, clusters }: Json) => [control, clusters[0].url];
  const { port } = new URL(first.control);
  const output = await refusal(...SMALL, '--port', port);
  expect(output).toContain(`GWANJE_SIM_PORT: port ${port} is taken by another program`);
  expect(output).not.toContain('    at ');

  await child?.kill();
  // Agents still call the ports of the killed process.
  const second = await start(...SMALL);
  expect(portsOf(second)).toEqual(portsOf(first));
  const running = child;
  // Another simulator of the same data folder does not get them.
  const third = await start(...SMALL);
  await running?.kill();
  expect(portsOf(third).some((url) => portsOf(first).includes(url))).toBe(false);
});

test('a wrong setting is refused with its variable', () => {
  const read = () => readSettings(['--clusters', 'nowhere', '--pods', '0'], {});
  expect(read).toThrow('GWANJE_SIM_CLUSTERS: must be kinds');
  expect(read).toThrow('GWANJE_SIM_PODS: must be a positive whole number');
});
