import { readFile } from 'node:fs/promises';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import { StatusError } from '../http/http.ts';
import { isVirtualNode } from '../inventory/node.ts';
import type { ApiClient } from '../kubernetes/api-client.ts';
import { openRenewedConnections } from '../kubernetes/renewed-connections.ts';
import type { Settings } from '../settings.ts';
import { ProxyForbidden, ProxyUnreachable } from './kubelet.ts';
import type { Target } from './sampler.ts';

const IDLE_MS = 10_000;
/** The refusals of all nodes then have the same text. */
const NODE_IN_REFUSAL = /nodes "[^"]*" is forbidden: /;

/** The kubelet of the agent's node. It accepts the same token as the API server. */
export async function ownKubelet(
  nodeName: string,
  kubelet: NonNullable<Settings['kubelet']>,
  api: ApiClient,
): Promise<Target & Disposable> {
  const isTls = kubelet.url.startsWith('https:');
  const connections = await openRenewedConnections(isTls, async () => {
    const ca = kubelet.caFile ? await readFile(kubelet.caFile, 'utf8') : (await api.current()).credentials.ca;
    return { ...(ca ? { ca } : {}), rejectUnauthorized: !kubelet.isInsecure };
  });
  return {
    nodeName,
    isOptional: false,
    async open(path, signal) {
      const { credentials } = await api.current();
      const url = new URL(`${kubelet.url}${path}`);
      return connections.open({ url, headers: credentials.headers, idleMs: IDLE_MS, signal });
    },
    [Symbol.dispose]: () => connections[Symbol.dispose](),
  };
}

/**
 * Kubelets that the agent reads through the proxy of the API server: an agent outside the cluster reads all
 * of them, an agent in the cluster only those of virtual nodes, which run no agent.
 */
export function proxiedKubelets(
  api: ApiClient,
  isAll: boolean,
  nodes: ReadonlyMap<string, NodeRecord>,
): readonly Target[] {
  const read = [...nodes.values()].filter((node) => isAll || isVirtualNode(node));
  return read.map(({ name }) => ({
    nodeName: name,
    isOptional: !isAll,
    open: (path, signal) =>
      api
        .open(`/api/v1/nodes/${encodeURIComponent(name)}/proxy${path}`, { idleMs: IDLE_MS, signal })
        .catch((error: unknown) => {
          if (!(error instanceof StatusError)) throw new ProxyUnreachable(String(error), { cause: error });
          if (isAll && error.status === 403 && error.message.includes('nodes/proxy'))
            throw new ProxyForbidden(error.message.replace(NODE_IN_REFUSAL, ''));
          throw error;
        }),
  }));
}
