import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { normaliseNode } from '../inventory/node.ts';
import { ApiClient } from '../kubernetes/api-client.ts';
import { startApiServer } from '../testing/api-server.ts';
import { recordedText } from '../testing/recordings.ts';
import { Kubelet } from './kubelet.ts';
import { proxiedKubelets } from './targets.ts';

const SUMMARY = recordedText('kubelet/stats-summary.json');
const BROKEN = recordedText('kubernetes-1.26/kubelet-stats-error-500.txt');
const CADVISOR =
  'container_memory_cache{container="etcd",id="/kubepods/pod5a5fbd34cfb43ee7bee976798370c910/x",namespace="kube-system",pod="etcd-minikube"} 77\n';

type Respond = (response: ServerResponse) => void;
const summaryOk: Respond = (response) => response.end(SUMMARY);
const cadvisorOk: Respond = (response) => response.end(CADVISOR);
const notFound: Respond = (response) => response.writeHead(404).end();

function virtualNode(name: string) {
  const metadata = { uid: name, name, creationTimestamp: '2026-01-01T00:00:00Z' };
  return normaliseNode({ metadata: { ...metadata, labels: { type: 'virtual-kubelet' } } });
}

async function read(summary: Respond, cadvisor: Respond) {
  await using server = await startApiServer((_, response) =>
    (response.req.url === '/stats/summary' ? summary : cadvisor)(response),
  );
  using client = new ApiClient(server.credentials);
  const kubelet = new Kubelet('minikube', (path, signal) => client.open(path, { signal }));
  return await kubelet.read(Date.now(), new AbortController().signal);
}

describe('a kubelet', () => {
  it('is read from both of its pages', async () => {
    const { rows, failures } = await read(summaryOk, cadvisorOk);
    expect(failures).toEqual([]);
    const etcd = rows.container.find(({ name }) => name === 'etcd');
    expect(etcd?.values).toMatchObject({ memCacheBytes: 77, memUsedBytes: expect.any(Number) });
  });

  it('without a cAdvisor page is not reported as a problem', async () => {
    const { rows, failures } = await read(summaryOk, notFound);
    expect(failures).toEqual([]);
    expect(rows.pod).toHaveLength(9);
  });

  it.each<[string, Respond, string]>([
    ['answers 500', (response) => response.writeHead(500).end(BROKEN), 'kubeletError'],
    ['answers with invalid JSON', (response) => response.end('{"node":'), 'kubeletError'],
    ['answers with an array', (response) => response.end('[]'), 'kubeletError'],
    ['answers 401', (response) => response.writeHead(401).end('Unauthorized'), 'kubeletUnauthorized'],
    ['answers 403', (response) => response.writeHead(403).end('Forbidden'), 'kubeletUnauthorized'],
  ])(
    'that %s to /stats/summary is reported as a problem, and its cAdvisor page is still read',
    async (_, respond, problem) => {
      const { rows, failures } = await read(respond, cadvisorOk);
      expect(failures).toEqual([{ problem, detail: expect.stringContaining('minikube: /stats/summary: ') }]);
      expect(rows.node).toEqual([]);
      const etcd = {
        podUid: '5a5fbd34cfb43ee7bee976798370c910',
        name: 'etcd',
        values: { memCacheBytes: 77 },
      };
      expect(rows.container).toMatchObject([etcd]);
    },
  );

  it.each([500, 503])('whose name the API server cannot resolve is reported as such (%d)', async (status) => {
    const text = 'error trying to reach service: dial tcp: lookup minikube on 10.96.0.10:53: no such host';
    const { failures } = await read((response) => response.writeHead(status).end(text), cadvisorOk);
    expect(failures).toEqual([
      { problem: 'kubeletNameUnresolved', detail: expect.stringContaining('minikube: /stats/summary: ') },
    ]);
  });

  it('whose own name the agent cannot resolve is reported as such', async () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND node-1'), { code: 'ENOTFOUND' });
    const kubelet = new Kubelet('node-1', () => Promise.reject(error));
    const { failures } = await kubelet.read(Date.now(), new AbortController().signal);
    expect(failures.map(({ problem }) => problem)).toEqual(['kubeletNameUnresolved']);
  });

  it.each([
    [true, 'apiProxyForbidden', 1],
    [false, 'kubeletUnauthorized', 2],
  ])(
    'behind a proxy that the agent may not use (needs it: %s) is reported as %s',
    async (isAll, problem, cnt) => {
      await using server = await startApiServer((_, response) => {
        const name = response.req.url?.split('/')[4];
        const message = `nodes "${name}" is forbidden: User "u" cannot get resource "nodes/proxy" in API group ""`;
        response.writeHead(403).end(JSON.stringify({ kind: 'Status', message }));
      });
      using client = new ApiClient(server.credentials);
      const nodes = ['node-1', 'node-2'].map((name) => virtualNode(name));
      const targets = proxiedKubelets(client, isAll, new Map(nodes.map((node) => [node.name, node])));
      const read = targets.map(({ nodeName, open }) =>
        new Kubelet(nodeName, open).read(Date.now(), new AbortController().signal),
      );
      const failures = (await Promise.all(read)).flatMap((one) => one.failures.slice(0, 1));
      expect(failures.map((failure) => failure.problem)).toEqual([problem, problem]);
      // One problem for all nodes has one text.
      expect(new Set(failures.map(({ detail }) => detail)).size).toBe(cnt);
    },
  );

  it.each<[string, Respond]>([
    ['is unreachable for the proxy of the API server (503)', (response) => response.writeHead(503).end()],
    ['closes the connection', (response) => response.destroy()],
  ])('that %s is reported as unreachable and gives no samples', async (_, respond) => {
    const { rows, failures } = await read(respond, cadvisorOk);
    expect(failures).toEqual([
      { problem: 'kubeletUnreachable', detail: expect.stringContaining('minikube: /stats/summary: ') },
    ]);
    expect(rows).toEqual({ node: [], pod: [], container: [], claim: [] });
  });
});
