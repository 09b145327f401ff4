import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import type { Credentials } from './credentials.ts';

/** What a kubeconfig comes down to. Whoever imports this takes the official client into memory. */
export async function readKubeconfig(path: string, context: string | undefined): Promise<Credentials> {
  const config = new KubeConfig();
  config.loadFromFile(path);
  if (context !== undefined) config.setCurrentContext(context);
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new Error('it has no current context, or one without a cluster');
  if (cluster.proxyUrl) throw new Error('a proxy-url is not supported');
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {}))
    headers[name.toLowerCase()] = String(value);
  if (options.auth) headers.authorization = `Basic ${Buffer.from(options.auth).toString('base64')}`;
  const { ca, cert, key, passphrase } = options;
  return {
    server: cluster.server,
    headers,
    ...(ca ? { ca: String(ca) } : {}),
    ...(cert ? { cert: String(cert) } : {}),
    ...(key ? { key: String(key) } : {}),
    ...(passphrase ? { passphrase } : {}),
    ...(cluster.tlsServerName ? { serverName: cluster.tlsServerName } : {}),
    isInsecure: cluster.skipTLSVerify === true,
  };
}
