import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../kubernetes/api-client.ts';
import { startApiServer } from '../testing/api-server.ts';
import { recordedText } from '../testing/recordings.ts';
import { Kubelet } from './kubelet.ts';

const SUMMARY = recordedText('kubelet/stats-summary.json');
const BROKEN = recordedText('kubernetes-1.26/kubelet-stats-error-500.txt');
const CADVISOR =
  'container_memory_cache{container="etcd",id="/kubepods/pod5a5fbd34cfb43ee7bee976798370c910/x",namespace="kube-system",pod="etcd-minikube"} 77\n';

type Respond = (response: ServerResponse) => void;
const summaryOk: Respond = (response) => response.end(SUMMARY);
const cadvisorOk: Respond = (response) => response.end(CADVISOR);
const notFound: Respond = (response) => response.writeHead(404).end();

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
    expect(rows.container.find(({ name }) => name === 'etcd')?.values).toMatchObject({
      memCacheBytes: 77,
      memUsedBytes: expect.any(Number),
    });
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
      expect(rows.container).toEqual([
        {
          podUid: '5a5fbd34cfb43ee7bee976798370c910',
          name: 'etcd',
          values: expect.objectContaining({ memCacheBytes: 77 }),
        },
      ]);
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
