import { isIP } from 'node:net';
import { generate } from 'selfsigned';
import type { Certificate } from './server.ts';

/** A new certificate for every start, valid for this machine's names and the given host. */
export async function makeCertificate(host: string): Promise<Certificate> {
  const names = new Set(['localhost', '127.0.0.1', '::1', host]);
  const pems = await generate([{ name: 'commonName', value: 'gwanje-simulator' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 3_600_000),
    notAfterDate: new Date(Date.now() + 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...names].map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
