import type { Database } from '@gwanje/backend/database/schema';
import type { LiveSession } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import type { WhileViewing } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import type { Role } from '@gwanje/contract/fields';
import { SESSION_COOKIE, WALLBOARD_COOKIE } from '@gwanje/contract/session';
import type { User } from '@gwanje/contract/users';
import { judgeViewAs, type ViewAsVerdict } from '@gwanje/domain/view-as';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { findTokenHolder, noteTokenUse, type TokenHolder } from './access-token.ts';
import type { Rights } from './rights.ts';
import { findWallboard, noteWallboardSeen, type Wallboard } from './wallboard.ts';

const MAX_TOKEN_LENGTH = 200;

/** Who calls: a person, or an access token or a wallboard in the name of one, within its own role and groups. */
export interface CallingUser extends User {
  readonly standsFor?: Role;
  readonly onlyMetaGroupIds?: readonly number[];
  readonly onlySubGroupIds?: readonly number[];
}

/** An admin's view as another user; over where the one seen, or the right to it, is gone since it began. */
export interface View {
  readonly by: User;
  readonly seenUserNo: number;
  /** Absent: deleted. */
  readonly seen: User | undefined;
  readonly verdict: ViewAsVerdict | 'deleted';
}

export type SignedIn =
  | {
      readonly by: 'session';
      readonly token: string;
      readonly session: LiveSession;
      /** The one who is seen, where the call is made so. */
      readonly user: CallingUser;
      readonly view?: View;
    }
  | { readonly by: 'token'; readonly holder: TokenHolder; readonly user: CallingUser }
  | { readonly by: 'wallboard'; readonly wallboard: Wallboard; readonly user: CallingUser };

/** With a token there is no cookie that a foreign page could make a browser send. */
export function isByToken(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** Judged on every request, so that a logout, a suspension or a changed role counts from the next one on. */
export async function authenticate(
  db: Kysely<Database>,
  rights: Rights,
  request: FastifyRequest,
  now: Date,
  whileViewing: WhileViewing,
): Promise<SignedIn> {
  if (request.headers.authorization !== undefined) {
    const holder = await findTokenHolder(db, request.headers.authorization, request.ip, now);
    return { by: 'token', holder, user: holder.user };
  }
  const token = request.cookies[SESSION_COOKIE];
  if (!token || token.length > MAX_TOKEN_LENGTH) return byWallboard(db, request);
  const session = await rights.session(token, now);
  if (!session) return byWallboard(db, request);
  const self = toUser(session.account);
  if (session.viewAsUserNo === null) return { by: 'session', token, session, user: self };
  const view = await viewOf(rights, self, session.viewAsUserNo);
  const user = whileViewing === 'asSeen' && view.seen && view.verdict === 'allowed' ? view.seen : self;
  return { by: 'session', token, session, user, view };
}

/** Whoever signs in on such a screen is that person as long as the session lasts. */
async function byWallboard(db: Kysely<Database>, request: FastifyRequest): Promise<SignedIn> {
  const wallboard = await findWallboard(db, request.cookies[WALLBOARD_COOKIE] ?? '', request.ip);
  if (!wallboard) throw new AppError('sessionFailed');
  return { by: 'wallboard', wallboard, user: wallboard.user };
}

async function viewOf(rights: Rights, by: User, seenUserNo: number): Promise<View> {
  const row = await rights.user(seenUserNo);
  const seen = row && toUser(row);
  return { by, seenUserNo, seen, verdict: seen ? judgeViewAs(by, seen) : 'deleted' };
}

/** Whoever is at the keyboard. */
export function personOf(signedIn: SignedIn): User {
  return signedIn.by === 'session' && signedIn.view ? signedIn.view.by : signedIn.user;
}

export function noteActivity(
  db: Kysely<Database>,
  rights: Rights,
  signedIn: SignedIn,
  now: Date,
): Promise<void> {
  switch (signedIn.by) {
    case 'session':
      return rights.noteActivity(signedIn.token, signedIn.session, now);
    case 'token':
      return noteTokenUse(db, signedIn.holder, now);
    case 'wallboard':
      return noteWallboardSeen(db, signedIn.wallboard, now);
  }
}
