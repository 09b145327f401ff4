import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import type { Credentials } from './credentials.ts';

/** Run as a process: prints the credentials of a kubeconfig as JSON. */
const [file = '', context] = process.argv.slice(2);
try {
  process.stdout.write(JSON.stringify(await readKubeconfig(file, context)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function readKubeconfig(path: string, context: string | undefined): Promise<Credentials> {
  const config = new KubeConfig();
  config.loadFromFile(path);
  if (context !== undefined) config.setCurrentContext(context);
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new Error('it has no current context, or one without a cluster');
  const options: RequestOptions = {};
  // The agent opens the connections, also those through a proxy.
  const { proxyUrl } = cluster;
  config.clusters = config.clusters.map(({ proxyUrl: _proxyUrl, ...one }) => one);
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
    ...(proxyUrl ? { proxy: proxyUrl } : {}),
    isInsecure: cluster.skipTLSVerify === true,
  };
}
