import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  verify,
} from 'node:crypto';
import { openTestServer } from './test-server.ts';

/** The keys of a browser's subscription. Decrypts what is sent to it (RFC 8291), with code of its own. */
export class TestBrowserKeys {
  readonly #ecdh: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#ecdh.generateKeys();
  }

  get p256dh(): string {
    return this.#ecdh.getPublicKey('base64url');
  }

  get auth(): string {
    return this.#auth.toString('base64url');
  }

  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + idLength);
    const encrypted = body.subarray(21 + idLength);
    const info = Buffer.concat([
      Buffer.from('WebPush: info\0'),
      this.#ecdh.getPublicKey(),
      senderKey,
      Buffer.from([1]),
    ]);
    const shared = hmac(hmac(this.#auth, this.#ecdh.computeSecret(senderKey)), info);
    const secret = hmac(salt, shared);
    const key = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
    const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(encrypted.subarray(-16));
    const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    // One record: its end is marked with 2, and zeros may follow.
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

export interface PushedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface TestPushService extends AsyncDisposable {
  readonly origin: string;
  readonly received: PushedMessage[];
  /** The status with which messages to a path are answered; 201 unless set. */
  readonly answers: Map<string, number>;
}

/** A push service on this machine. It takes every message and checks none. */
export async function openPushService(): Promise<TestPushService> {
  const received: PushedMessage[] = [];
  const answers = new Map<string, number>();
  const server = await openTestServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const headers = request.headers as PushedMessage['headers'];
    received.push({ path, headers, body: Buffer.concat(chunks) });
    response.writeHead(answers.get(path) ?? 201).end();
  });
  return {
    origin: server.url,
    received,
    answers,
    [Symbol.asyncDispose]: async () => server[Symbol.dispose](),
  };
}

/** The claims of the signed token with which a server identifies itself, checked with the key that it names (RFC 8292). */
export function vapidClaims(authorization: string): Readonly<Record<string, unknown>> & { key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature of the server is wrong');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}
