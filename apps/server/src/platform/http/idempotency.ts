import { createHash } from 'node:crypto';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyRequest } from 'fastify';

const KEY = /^[\x21-\x7e]{8,128}$/;

export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('invalidParameter', { field: 'Idempotency-Key' });
  return key;
}

/** `form` holds the fields of a multipart body, which is not in `request.body`. */
export async function requestHash(
  request: FastifyRequest,
  form: Readonly<Record<string, string | File>>,
): Promise<string> {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  hash.update(JSON.stringify(request.body ?? null, withoutPassword));
  for (const [name, value] of Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = typeof value === 'string' ? Buffer.from(value) : await value.bytes();
    hash.update(JSON.stringify([name, content.length])).update(content);
  }
  return hash.digest('base64url');
}

/** Omits the password: an attacker could guess it from a fast hash of an otherwise known body. */
function withoutPassword(key: string, value: unknown): unknown {
  return key === 'password' ? undefined : value;
}
