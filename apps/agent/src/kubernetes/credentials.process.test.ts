import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromKubeconfig, fromServiceAccount } from './credentials.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gwanje-credentials-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const CONFIG = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    { name: 'c', cluster: { server: 'https://api.example:6443', 'certificate-authority-data': 'Q0E=' } },
    { name: 'd', cluster: { server: 'http://other.example', 'insecure-skip-tls-verify': true } },
  ],
  users: [
    { name: 'u', user: { token: 'secret' } },
    { name: 'v', user: { 'client-certificate-data': 'Q0VSVA==', 'client-key-data': 'S0VZ' } },
  ],
  contexts: [
    { name: 'one', context: { cluster: 'c', user: 'u' } },
    { name: 'two', context: { cluster: 'd', user: 'v' } },
  ],
  'current-context': 'one',
};

function writeConfig(content: unknown): string {
  const file = join(folder, 'config');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('a kubeconfig', () => {
  it('gives the server address and the user, after retries if reading it took too long', async () => {
    const read = fromKubeconfig(writeConfig(CONFIG), undefined, 30);
    expect(await read()).toEqual({
      server: 'https://api.example:6443',
      headers: { authorization: 'Bearer secret' },
      ca: 'CA',
      isInsecure: false,
    });
  });

  it('gives the certificates of the selected context', async () => {
    const server = { server: 'http://other.example', headers: {}, isInsecure: true };
    expect(await fromKubeconfig(writeConfig(CONFIG), 'two')()).toEqual({
      ...server,
      cert: 'CERT',
      key: 'KEY',
    });
  });

  it('goes through the proxy that it names, otherwise through that of the environment', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://outside.test:3128');
    vi.stubEnv('NO_PROXY', 'other.example');
    const [first, second] = CONFIG.clusters;
    const named = { ...first, cluster: { ...first?.cluster, 'proxy-url': 'http://own.test:8080' } };
    const own = writeConfig({ ...CONFIG, clusters: [named, second] });
    expect(await fromKubeconfig(own, 'one')()).toMatchObject({ proxy: 'http://own.test:8080', ca: 'CA' });
    const file = writeConfig(CONFIG);
    expect(await fromKubeconfig(file, 'one')()).toMatchObject({ proxy: 'http://outside.test:3128/' });
    expect(await fromKubeconfig(file, 'two')()).not.toHaveProperty('proxy');
  });

  it('with a proxy of another kind is refused', async () => {
    const [first] = CONFIG.clusters;
    const named = { ...first, cluster: { ...first?.cluster, 'proxy-url': 'socks5://user:hunter2@own.test' } };
    const read = fromKubeconfig(writeConfig({ ...CONFIG, clusters: [named] }), 'one');
    await expect(read()).rejects.toThrow('the address of the proxy must begin with http:// or https://');
  });

  it.each([
    ['is missing', undefined],
    ['has no context', { ...CONFIG, 'current-context': 'none' }],
  ])('that %s is reported', async (_, content) => {
    const file = content === undefined ? join(folder, 'nowhere') : writeConfig(content);
    await expect(fromKubeconfig(file, undefined)()).rejects.toThrow(`cannot use the kubeconfig ${file}: `);
  });
});

describe('a service account', () => {
  const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };

  it('is read again each time, because its token changes', async () => {
    // Inside the cluster the API server is never behind a proxy.
    vi.stubEnv('HTTPS_PROXY', 'http://outside.test:3128');
    const read = fromServiceAccount(environment, folder);
    writeFileSync(join(folder, 'ca.crt'), 'CA');
    for (const token of ['one', 'two']) {
      writeFileSync(join(folder, 'token'), `${token}\n`);
      expect(await read()).toMatchObject({
        server: 'https://[fd00::1]:443',
        headers: { authorization: `Bearer ${token}` },
        ca: 'CA',
      });
      expect(await read()).not.toHaveProperty('proxy');
    }
  });

  it('outside a cluster is missing, and the message says what to do', async () => {
    await expect(fromServiceAccount({}, folder)()).rejects.toThrow('--kubeconfig');
  });
});
