import { generate } from 'selfsigned';

/** A self-signed certificate for this machine. A client that trusts one of them trusts no other. */
export async function makeCertificate(): Promise<{ readonly key: string; readonly cert: string }> {
  const pems = await generate([{ name: 'commonName', value: 'test' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'console.test' },
        ],
      },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
