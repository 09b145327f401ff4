import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { ConfigError, type Environment, flag, port, positiveInt } from '@gwanje/backend/config/env';
import { readOptions } from '@gwanje/backend/config/options';
import { commonVariables } from '@gwanje/backend/config/settings';
import { ClusterKey } from '@gwanje/contract/agent/batch-refusals';
import { z } from 'zod';

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const variables = z.object({
  /** `all`: both roles, every kubelet through the API server. The default with a kubeconfig from outside. */
  GWANJE_AGENT_ROLE: z.enum(['cluster', 'node', 'all'], 'must be cluster, node or all').optional(),
  GWANJE_AGENT_SERVER: address.optional(),
  GWANJE_AGENT_SERVER_CA: z.string().optional(),
  GWANJE_AGENT_TOKEN: z.string().regex(/^\S+$/, 'must not contain spaces').optional(),
  GWANJE_AGENT_TOKEN_FILE: z.string().optional(),
  /** The server needs it to name the cluster of a wrong token. */
  GWANJE_AGENT_CLUSTER_KEY: ClusterKey.optional(),
  GWANJE_AGENT_KUBECONFIG: z.string().optional(),
  GWANJE_AGENT_CONTEXT: z.string().optional(),
  GWANJE_AGENT_NODE_NAME: z.string().max(253).optional(),
  /** `10.0.0.4`, `10.0.0.4:10250` or a full URL. */
  GWANJE_AGENT_KUBELET_ADDRESS: z
    .string()
    .transform(kubeletUrl)
    .refine((url) => url !== undefined, 'must be a host, host:port or an http(s) address')
    .optional(),
  GWANJE_AGENT_KUBELET_CA: z.string().optional(),
  GWANJE_AGENT_KUBELET_INSECURE: flag.default(false),
  GWANJE_AGENT_DATA_DIR: z.string().default('.data/agent'),
  GWANJE_AGENT_BUFFER_MIB: positiveInt.default(256),
  GWANJE_AGENT_COMPRESSION: z.enum(['zstd', 'gzip'], 'must be zstd or gzip').default('zstd'),
  GWANJE_AGENT_MANIFESTS: flag.default(true),
  GWANJE_AGENT_SAMPLE_EVERY_MS: positiveInt.default(15_000),
  /** The address of probes and metrics. Default: all in a pod, only this machine for an agent outside the cluster. */
  GWANJE_AGENT_HOST: z.string().optional(),
  /** 0 selects a free port. */
  GWANJE_AGENT_PORT: port.default(4120),
  GWANJE_AGENT_LOG_LEVEL: commonVariables.shape.GWANJE_LOG_LEVEL,
});

export type Settings = Readonly<ReturnType<typeof readSettings>>;

export function readSettings(args: readonly string[], environment: Environment) {
  const env = readOptions(variables, 'GWANJE_AGENT_', args, environment);
  const role = env.GWANJE_AGENT_ROLE ?? (env.GWANJE_AGENT_KUBECONFIG ? 'all' : undefined);
  const { GWANJE_AGENT_SERVER: server, GWANJE_AGENT_NODE_NAME: nodeName } = env;
  const kubeletAddress = env.GWANJE_AGENT_KUBELET_ADDRESS;
  const token: { readonly text: string } | { readonly file: string } | '' | undefined = env.GWANJE_AGENT_TOKEN
    ? { text: env.GWANJE_AGENT_TOKEN }
    : env.GWANJE_AGENT_TOKEN_FILE && { file: env.GWANJE_AGENT_TOKEN_FILE };
  const missing = [
    !role && 'GWANJE_AGENT_ROLE: must be cluster or node, or give --kubeconfig to watch from outside',
    !server && 'GWANJE_AGENT_SERVER: the address of the console server is missing (--server)',
    !token && 'GWANJE_AGENT_TOKEN: the token of the cluster is missing (--token, or GWANJE_AGENT_TOKEN_FILE)',
    role === 'node' && !nodeName && 'GWANJE_AGENT_NODE_NAME: the role node needs the name of its node',
    role === 'node' && !kubeletAddress && 'GWANJE_AGENT_KUBELET_ADDRESS: the role node needs its kubelet',
  ].filter((line) => typeof line === 'string');
  if (missing.length > 0 || !role || !server || !token) {
    throw new ConfigError(`wrong configuration:\n${missing.map((line) => `  ${line}`).join('\n')}`);
  }
  const kubeconfig = env.GWANJE_AGENT_KUBECONFIG
    ? { file: resolve(env.GWANJE_AGENT_KUBECONFIG), context: env.GWANJE_AGENT_CONTEXT }
    : undefined;
  return {
    role,
    server: server.replace(/\/+$/, ''),
    serverCaFile: env.GWANJE_AGENT_SERVER_CA,
    token,
    clusterKey: env.GWANJE_AGENT_CLUSTER_KEY,
    kubeconfig,
    nodeName,
    kubelet: kubeletAddress
      ? {
          url: kubeletAddress,
          caFile: env.GWANJE_AGENT_KUBELET_CA,
          isInsecure: env.GWANJE_AGENT_KUBELET_INSECURE,
        }
      : undefined,
    // Batches for one server and one cluster must never go to another.
    folder: join(
      resolve(env.GWANJE_AGENT_DATA_DIR),
      fingerprint([role, server, kubeconfig?.file, kubeconfig?.context, nodeName]),
    ),
    bufferBytes: env.GWANJE_AGENT_BUFFER_MIB * 1024 * 1024,
    compression: env.GWANJE_AGENT_COMPRESSION,
    /** Whether the agent sends manifests, with secret values masked. */
    sendsManifests: env.GWANJE_AGENT_MANIFESTS,
    sampleEveryMs: env.GWANJE_AGENT_SAMPLE_EVERY_MS,
    /** Undefined: all addresses. */
    host: env.GWANJE_AGENT_HOST ?? (kubeconfig ? '127.0.0.1' : undefined),
    port: env.GWANJE_AGENT_PORT,
    logLevel: env.GWANJE_AGENT_LOG_LEVEL,
  };
}

const KUBELET_PORT = 10250;

function kubeletUrl(given: string): string | undefined {
  const isBareIpv6 = given.split(':').length > 2 && !given.startsWith('[') && !given.includes('://');
  const host = isBareIpv6 ? `[${given}]` : given;
  const whole = given.includes('://') ? given : `https://${host}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') return undefined;
  if (url.port === '' && !given.includes('://')) url.port = String(KUBELET_PORT);
  return url.origin;
}

function fingerprint(parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

export const VERSION = '0.1.0';
