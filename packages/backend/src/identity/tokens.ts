import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX_LENGTH = 12;

export interface MarkedToken {
  /** Shown once, never stored. */
  readonly token: string;
  readonly tokenHash: Buffer;
  /** Identifies a token. Eight of its 43 characters do not help to guess the rest. */
  readonly prefix: string;
}

/** A random secret that gives access to its bearer. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Whether the text has the form of a secret. The database is not asked for any other text. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Only the hash is stored: a copy of the table gives no access. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Secrets whose first characters show their purpose. `mark`: three letters. */
export function tokenKind(mark: string) {
  const shape = new RegExp(`^${mark}_[A-Za-z0-9_-]{43}$`);
  return {
    make(): MarkedToken {
      const token = `${mark}_${newSecret()}`;
      return { token, tokenHash: hashToken(token), prefix: token.slice(0, PREFIX_LENGTH) };
    },
    isOne: (text: string) => shape.test(text),
  };
}
