import type { Database } from '@gwanje/backend/database/schema';
import { findSession, type LiveSession, touchSession } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/errors';
import { SESSION_COOKIE } from '@gwanje/contract/session';
import type { User } from '@gwanje/contract/users';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';

const MAX_TOKEN_LENGTH = 200;

export interface SignedIn {
  readonly session: LiveSession;
  readonly user: User;
}

/** Read on every request, so that a logout, a suspension or a changed role counts from the next one on. */
export async function authenticate(
  db: Kysely<Database>,
  request: FastifyRequest,
  now: Date,
): Promise<SignedIn> {
  const token = request.cookies[SESSION_COOKIE];
  if (!token || token.length > MAX_TOKEN_LENGTH) throw new AppError('sessionFailed');
  const session = await findSession(db, token, now);
  if (!session) throw new AppError('sessionFailed');
  return { session, user: toUser(session.account) };
}

export function noteActivity(db: Kysely<Database>, signedIn: SignedIn, now: Date): Promise<void> {
  return touchSession(db, signedIn.session, now);
}
