import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { Kubelet } from '../kubelet/kubelet.ts';
import { noRows, type Rows } from '../kubelet/rows.ts';
import { startSimulator } from '../testing/simulator.ts';
import { ReplayedKubelets } from './kubelets.ts';
import { Moment } from './moment.ts';

const BEGAN = '2026-11-14T06:00:00Z';

it('gives the very rows that an agent reads from the pages of the kubelets, through crashes, silence and a drain', async () => {
  await using simulator = await startSimulator(['--clusters', 'aks', '--pods', '90', '--clock', BEGAN]);
  const { cluster, control } = simulator;
  const replayed = new ReplayedKubelets();
  const real = new Map<string, Kubelet>();
  let version = 0;
  let rowCnt = 0;
  const happenings: Readonly<Record<number, () => Promise<unknown>>> = {
    2: () => simulator.scenario('crash-loop'),
    3: () => simulator.scenario('node-not-ready', { seconds: 400 }),
    4: () => simulator.scenario('drain'),
    5: () => simulator.scenario('kubelet-500', { seconds: 200 }),
    6: () => simulator.scenario('volume-fills'),
  };
  for (let step = 0; step < 12; step += 1) {
    const text = await (await fetch(`${control}/clusters/${cluster.name}/moment?since=${version}`)).text();
    const moment = Moment.parse(JSON.parse(text));
    version = moment.version;
    const rows = replayed.rows(moment.readings, moment.atMs);
    expect(sorted(rows)).toEqual(sorted(await readPages(moment.atMs)));
    rowCnt += rows.containers.length;
    await happenings[step]?.();
    await fetch(`${control}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: step % 2 === 0 ? 60_000 : 240_000 }),
    });
  }
  expect(rowCnt).toBeGreaterThan(1000);

  async function readPages(atMs: number): Promise<Rows> {
    const rows = noRows();
    const nodes = await simulator.get('/api/v1/nodes');
    for (const name of namesIn(nodes)) {
      const kubelet = real.get(name) ?? new Kubelet(name, (path) => open(name, path));
      real.set(name, kubelet);
      const { rows: own } = await kubelet.read(atMs, AbortSignal.timeout(10_000));
      rows.nodes.push(...own.nodes);
      rows.pods.push(...own.pods);
      rows.containers.push(...own.containers);
      rows.claims.push(...own.claims);
    }
    return rows;
  }

  function open(nodeName: string, path: string): ReturnType<ConstructorParameters<typeof Kubelet>[1]> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof open>>>();
    const url = `${cluster.url}/api/v1/nodes/${nodeName}/proxy${path}`;
    const headers = { authorization: `Bearer ${cluster.tokens.admin}` };
    request(url, { headers, agent: new Agent() }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`status ${answer.statusCode}`));
    })
      .on('error', reject)
      .end();
    return promise;
  }
});

function namesIn(list: unknown): string[] {
  const { items } = list as { items: { metadata: { name: string } }[] };
  return items.map(({ metadata }) => metadata.name);
}

/** As the wire has them: what is not known is null, whether it was read as null or not at all. */
function sorted(rows: Rows): unknown {
  const plain = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
  return {
    nodes: rows.nodes.map(({ name, values }) => [name, plain(values)]).toSorted(),
    pods: rows.pods.map(({ uid, values }) => [uid, plain(values)]).toSorted(),
    containers: rows.containers
      .map(({ podUid, name, values }) => [`${podUid} ${name}`, plain(values)])
      .toSorted(),
    claims: rows.claims
      .map(({ namespace, name, values }) => [`${namespace}/${name}`, plain(values)])
      .toSorted(),
  };
}
