import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readText } from '../http/http.ts';
import { ownKubelet } from '../kubelet/targets.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { ApiClient } from './api-client.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** Answers over TLS. The test can replace its certificate. */
async function startServer() {
  const first = await makeCertificate();
  const server = createServer(first, (_, response) =>
    response.writeHead(200, { connection: 'close' }).end('statistics'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    cert: first.cert,
    async rotate(): Promise<string> {
      const next = await makeCertificate();
      server.setSecureContext(next);
      return next.cert;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

let folder: string;
let caFile: string;
let server: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gwanje-authority-'));
  caFile = join(folder, 'ca.crt');
  server = await startServer();
  writeFileSync(caFile, server.cert);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(kubelet: Awaited<ReturnType<typeof ownKubelet>>): Promise<string> {
  return readText(await kubelet.open('/stats/summary', AbortSignal.timeout(20_000)), 100);
}

describe('a kubelet whose certificate authority is replaced', () => {
  it('is read again with the new authority, but not before its file exists', async () => {
    using api = new ApiClient(async () => ({ server: server.url, headers: {}, isInsecure: false }));
    using kubelet = await ownKubelet('n', { url: server.url, caFile, isInsecure: false }, api);
    expect(await ask(kubelet)).toBe('statistics');
    const cert = await server.rotate();
    await expect(ask(kubelet)).rejects.toMatchObject({ code: expect.stringContaining('SELF_SIGNED') });
    rmSync(caFile);
    await expect(ask(kubelet)).rejects.toMatchObject({ code: expect.stringContaining('SELF_SIGNED') });
    writeFileSync(caFile, cert);
    expect(await ask(kubelet)).toBe('statistics');
  });

  it('is read again with the authority of the cluster', async () => {
    let ca = server.cert;
    const read = async () => ({ server: server.url, headers: {}, ca, isInsecure: false });
    using api = new ApiClient(read, { freshMs: 0 });
    using kubelet = await ownKubelet('n', { url: server.url, caFile: undefined, isInsecure: false }, api);
    expect(await ask(kubelet)).toBe('statistics');
    ca = await server.rotate();
    expect(await ask(kubelet)).toBe('statistics');
  });
});

it('credentials that cannot be read again are reported, and the previous ones stay in use', async () => {
  let isReadable = true;
  const errors: unknown[] = [];
  const read = async () => {
    if (!isReadable) throw new Error('the plug-in failed');
    return { server: 'https://first', headers: {}, isInsecure: false };
  };
  using api = new ApiClient(read, { freshMs: 0, onReadError: (error) => errors.push(error) });
  await api.current();
  isReadable = false;
  expect((await api.current()).credentials.server).toBe('https://first');
  expect(errors).toEqual([new Error('the plug-in failed')]);
});
