import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashToken } from '../identity/tokens.ts';

/** Whether the request has `Authorization: Bearer …` with this token. The time of the comparison tells nothing. */
export function hasBearerToken({ headers }: FastifyRequest, token: string): boolean {
  return timingSafeEqual(hashToken(headers.authorization ?? ''), hashToken(`Bearer ${token}`));
}
