import { Agent, request } from 'node:http';
import { SamplePart } from '@gwanje/kinds/batch';
import { unitDecimals } from '@gwanje/kinds/metric';
import { metricCatalogue } from '@gwanje/kinds/metrics';
import { metricScopes } from '@gwanje/kinds/registry';
import { expect, it } from 'vitest';
import { Kubelet } from '../kubelet/kubelet.ts';
import { noRows, partsOf, type Rows } from '../kubelet/rows.ts';
import { startSimulator } from '../testing/simulator.ts';
import { JsonBytes } from './json-bytes.ts';
import { ReplayedKubelets } from './kubelets.ts';
import { readMoment } from './moment.ts';
import { type Named, samplesOf } from './samples.ts';

const BEGAN = '2026-11-14T06:00:00Z';

it('gives the very samples that an agent reads from the pages of the kubelets, through crashes, silence and a drain', async () => {
  await using simulator = await startSimulator(['--clusters', 'aks', '--pods', '90', '--clock', BEGAN]);
  const { cluster, control } = simulator;
  const replayed = new ReplayedKubelets();
  const json = new JsonBytes();
  const real = new Map<string, Kubelet>();
  let version = 0;
  const named: Named = new Map();
  let before: SamplePart = { ts: BEGAN };
  let sameCnt = 0;
  let rowCnt = 0;
  const happenings: Readonly<Record<number, () => Promise<unknown>>> = {
    2: () => simulator.scenario('crash-loop'),
    3: () => simulator.scenario('node-not-ready', { seconds: 400 }),
    4: () => simulator.scenario('drain'),
    5: () => simulator.scenario('kubelet-500', { seconds: 200 }),
    6: () => simulator.scenario('volume-fills'),
  };
  for (let step = 0; step < 12; step += 1) {
    const answer = await fetch(`${control}/moment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        advanceMs: step % 2 === 0 ? 240_000 : 60_000,
        since: { [cluster.name]: version },
      }),
    });
    const moment = readMoment(Buffer.from(await answer.arrayBuffer())).clusters.get(cluster.name);
    if (!moment) throw new Error('the simulator does not tell of its cluster');
    version = moment.version;
    const [part, ...others] = samplesOf(replayed.readings(moment), moment.atMs, json, named);
    expect(others).toEqual([]);
    const [expected] = partsOf(await readPages(moment.atMs), new Date(moment.atMs).toISOString());
    const told = SamplePart.parse(JSON.parse(String(part?.json)));
    if (told.pod && !told.pod.uid) sameCnt += 1;
    before = namedAs(told, before);
    expect(byKey(before)).toEqual(byKey(expected));
    rowCnt += part?.rowCnt ?? 0;
    await happenings[step]?.();
  }
  expect(rowCnt).toBeGreaterThan(1000);
  // Where nothing has come or gone, and only there.
  expect(sameCnt).toBeGreaterThan(0);
  expect(sameCnt).toBeLessThan(11);

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

/** Objects that are not named are those of the part before. */
function namedAs(part: SamplePart, before: SamplePart): SamplePart {
  const { node, pod, container, claim } = before;
  return {
    ts: part.ts,
    ...(part.node ? { node: { name: node?.name, ...part.node } } : {}),
    ...(part.pod ? { pod: { uid: pod?.uid, ...part.pod } } : {}),
    ...(part.container
      ? { container: { podUid: container?.podUid, name: container?.name, ...part.container } }
      : {}),
    ...(part?.claim ? { claim: { namespace: claim?.namespace, name: claim?.name, ...part.claim } } : {}),
  };
}

/** Of each thing what is known of it, as exactly as the server keeps it. */
function byKey(part: SamplePart | undefined): unknown {
  const { ts, ...tables } = part ?? { ts: '' };
  const scopes = Object.entries(tables).map(([scope, table]) => {
    const columns = Object.entries<readonly (string | number | null)[] | undefined>(table ?? {});
    const rowCnt = columns[0]?.[1]?.length ?? 0;
    const rows = Array.from({ length: rowCnt }, (_, row) =>
      columns.flatMap(([name, values]) => {
        const value = values?.[row] ?? null;
        return value === null ? [] : [[name, typeof value === 'number' ? kept(scope, name, value) : value]];
      }),
    );
    return [scope, rows.map((row) => JSON.stringify(row)).toSorted()];
  });
  return { ts, ...Object.fromEntries(scopes) };
}

function kept(scope: string, metric: string, value: number): number {
  const known = metricScopes.find((one) => one === scope);
  const unit = known && metricCatalogue(known)[metric]?.unit;
  return Math.round(value * 10 ** unitDecimals[unit ?? 'count']);
}
