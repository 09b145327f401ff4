import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountName } from '../api/access.ts';
import type { RunningCluster } from '../simulator.ts';

/** JSON is valid YAML: kubectl and every client read it, without a YAML writer. */
export function kubeconfigOf(running: RunningCluster, account: AccountName): string {
  const { cluster, url, certificate } = running;
  const user = `${cluster.name}-${account}`;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: cluster.name,
        cluster: {
          server: url,
          ...(certificate
            ? { 'certificate-authority-data': Buffer.from(certificate.cert).toString('base64') }
            : // The official Node client refuses plain HTTP unless verification is off.
              { 'insecure-skip-tls-verify': true }),
        },
      },
    ],
    users: [{ name: user, user: { token: running.accounts[account].token } }],
    contexts: [{ name: user, context: { cluster: cluster.name, user } }],
    'current-context': user,
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Writes one file for each cluster and account, readable only by the owner. Returns the paths. */
export function writeKubeconfigs(folder: string, running: RunningCluster): Record<AccountName, string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (account: AccountName) => {
    const path = join(folder, `${running.cluster.name}-${account}.kubeconfig`);
    writeFileSync(path, kubeconfigOf(running, account), { mode: 0o600 });
    return path;
  };
  return { admin: write('admin'), agent: write('agent'), outside: write('outside') };
}
