import type { Database } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { WhileViewing } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import type { Role } from '@gwanje/contract/fields';
import { SESSION_COOKIE, WALLBOARD_COOKIE } from '@gwanje/contract/session';
import type { User } from '@gwanje/contract/users';
import { judgeViewAs, type ViewAsVerdict } from '@gwanje/domain/view-as';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { accessTokenIn, refuseToken } from './access-token.ts';
import type { ByAccessToken, BySession, ByWallboard, Rights } from './rights-cache.ts';
import { wallboardKeys } from './wallboard.ts';

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
  | (BySession & {
      /** The one who is seen, where the call is made so. */
      readonly user: CallingUser;
      readonly view?: View;
    })
  | (ByAccessToken & { readonly user: CallingUser })
  | (ByWallboard & { readonly user: CallingUser });

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
  if (request.headers.authorization !== undefined) return byAccessToken(db, rights, request, now);
  const token = request.cookies[SESSION_COOKIE];
  if (!token || token.length > MAX_TOKEN_LENGTH) return byWallboard(rights, request);
  const session = await rights.session(token, now);
  if (!session) return byWallboard(rights, request);
  const self = toUser(session.account);
  if (session.viewAsUserNo === null) return { by: 'session', token, session, user: self };
  const view = await viewOf(rights, self, session.viewAsUserNo);
  const user = whileViewing === 'asSeen' && view.seen && view.verdict === 'allowed' ? view.seen : self;
  return { by: 'session', token, session, user, view };
}

async function byAccessToken(
  db: Kysely<Database>,
  rights: Rights,
  { headers, ip }: FastifyRequest,
  now: Date,
): Promise<SignedIn> {
  const token = accessTokenIn(headers.authorization ?? '');
  const holder = token === null ? null : await rights.accessToken(token, now);
  if (token === null || holder === null) return refuseToken(db, ip, now);
  return { by: 'token', token, holder, address: ip, user: holder.user };
}

/** Whoever signs in on such a screen is that person as long as the session lasts. */
async function byWallboard(rights: Rights, { cookies, ip }: FastifyRequest): Promise<SignedIn> {
  const token = cookies[WALLBOARD_COOKIE] ?? '';
  const wallboard = wallboardKeys.isOne(token) ? await rights.wallboard(token) : null;
  if (!wallboard) throw new AppError('sessionFailed');
  return { by: 'wallboard', token, wallboard, address: ip, user: wallboard.user };
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
