import { createHmac, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

/** What an authenticator app shows at that time. */
export function totpCode(secret: string, at: Date): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', fromBase32(secret)).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const digits = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(digits).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Options {
  readonly challenge: string;
}

/** A passkey in software: it signs as a device does, and can also sign wrongly. */
export class SoftPasskey {
  readonly #rpId: string;
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(rpId: string, origin: string) {
    this.#rpId = rpId;
    this.#origin = origin;
  }

  /** The answer of a browser that makes this passkey. */
  create({ challenge }: Options) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const head = this.#authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL);
    const data = Buffer.concat([head, Buffer.alloc(16), length, this.#id, this.#coseKey()]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x59]),
      size,
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, this.#origin),
      attestationObject: attestation.toString('base64url'),
    });
  }

  /** The answer of a browser that uses this passkey. */
  use(
    { challenge }: Options,
    { origin = this.#origin, isVerified = true }: { origin?: string; isVerified?: boolean } = {},
  ) {
    const data = this.#authenticatorData(USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
    const clientDataJSON = this.#clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([data, hash('sha256', Buffer.from(clientDataJSON, 'base64url'), 'buffer')]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #answer<Response extends object>(response: Response) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response };
  }

  #authenticatorData(flags: number): Buffer {
    return Buffer.concat([hash('sha256', this.#rpId, 'buffer'), Buffer.from([flags]), Buffer.alloc(4)]);
  }

  #clientData(type: string, challenge: string, origin: string): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  /** {kty: EC2, alg: ES256, crv: P-256, x, y} in CBOR. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
