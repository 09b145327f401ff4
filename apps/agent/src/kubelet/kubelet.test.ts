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

type Say = (response: ServerResponse) => void;
const good: Say = (response) => response.end(SUMMARY);
const page: Say = (response) => response.end(CADVISOR);
const none: Say = (response) => response.writeHead(404).end();

async function read(...says: readonly Say[]) {
  let next = 0;
  await using server = await startApiServer((_, response) => {
    says[next]?.(response);
    next += 1;
  });
  using client = new ApiClient(server.credentials);
  const kubelet = new Kubelet('minikube', (path, signal) => client.open(path, { signal }));
  return await kubelet.read(Date.now(), new AbortController().signal);
}

describe('a kubelet', () => {
  it('is read from both of its pages', async () => {
    const { rows, failures } = await read(good, page);
    expect(failures).toEqual([]);
    expect(rows.container.find(({ name }) => name === 'etcd')?.values).toMatchObject({
      memCacheBytes: 77,
      memUsedBytes: expect.any(Number),
    });
  });

  it('without cAdvisor is no problem', async () => {
    const { rows, failures } = await read(good, none);
    expect(failures).toEqual([]);
    expect(rows.pod).toHaveLength(9);
  });

  it.each<[string, Say, string]>([
    ['answers 500', (response) => response.writeHead(500).end(BROKEN), 'kubeletError'],
    ['answers nonsense', (response) => response.end('{"node":'), 'kubeletError'],
    ['answers something else', (response) => response.end('[]'), 'kubeletError'],
    ['does not know us', (response) => response.writeHead(401).end('Unauthorized'), 'kubeletUnauthorized'],
    ['does not let us', (response) => response.writeHead(403).end('Forbidden'), 'kubeletUnauthorized'],
  ])('that %s is a named problem and still returns its other page', async (_, say, problem) => {
    const { rows, failures } = await read(say, page);
    expect(failures).toEqual([{ problem, detail: expect.stringContaining('minikube: /stats/summary: ') }]);
    expect(rows.node).toEqual([]);
    expect(rows.container).toEqual([
      {
        podUid: '5a5fbd34cfb43ee7bee976798370c910',
        name: 'etcd',
        values: expect.objectContaining({ memCacheBytes: 77 }),
      },
    ]);
  });

  it.each<[string, Say]>([
    ['is not there for its proxy', (response) => response.writeHead(503).end()],
    ['hangs up', (response) => response.destroy()],
  ])('that %s is not asked for its other page and sends no samples', async (_, say) => {
    const { rows, failures } = await read(say, page);
    expect(failures).toEqual([
      { problem: 'kubeletUnreachable', detail: expect.stringContaining('minikube: /stats/summary: ') },
    ]);
    expect(rows).toEqual({ node: [], pod: [], container: [], claim: [] });
  });
});
