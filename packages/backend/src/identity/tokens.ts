import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX_LENGTH = 12;

export interface MarkedToken {
  /** Shown once, kept nowhere. */
  readonly token: string;
  readonly tokenHash: Buffer;
  /** Tells one token from another; eight characters of 43 give nothing away. */
  readonly prefix: string;
}

/** What opens something to whoever has it. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Only the hash is stored: a copy of the table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A secret that says by its first characters what it is for. */
export class TokenKind {
  readonly #mark: string;
  readonly #shape: RegExp;

  /** `mark`: three letters. */
  constructor(mark: string) {
    this.#mark = `${mark}_`;
    this.#shape = new RegExp(`^${mark}_[A-Za-z0-9_-]{43}$`);
  }

  make(): MarkedToken {
    const token = `${this.#mark}${newSecret()}`;
    return { token, tokenHash: hashToken(token), prefix: token.slice(0, PREFIX_LENGTH) };
  }

  isOne(text: string): boolean {
    return this.#shape.test(text);
  }
}
