import type { Db } from '@gwanje/backend/database/schema';
import { isAllowedAddress } from '@gwanje/backend/http/networks';
import { isOfBrowser, type SiteCookies, secretIn } from '@gwanje/backend/http/site-cookies';
import type { LiveSession } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import type { WhileViewing } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { User } from '@gwanje/contract/users/users';
import { checkViewAs, type ViewAsVerdict } from '@gwanje/domain/access/view-as';
import type { FastifyRequest } from 'fastify';
import type { CallingUser } from '../../../access/visibility-repository.ts';
import { accessTokenIn, refuseToken, wallboardKeys } from './credentials.ts';
import { recordRefusedNetwork } from './refused-network.ts';
import type { ByAccessToken, BySession, ByWallboard, Rights } from './rights-cache.ts';

/** An admin's view as another user. It ends when the user is deleted or the admin loses the right to it. */
export interface View {
  readonly by: User;
  readonly seenUserNo: number;
  /** Undefined when the user was deleted. */
  readonly seen: User | undefined;
  readonly verdict: ViewAsVerdict | 'deleted';
}

export type SignedIn =
  | (BySession & {
      /** The viewed user, when the call is made as that user. */
      readonly user: CallingUser;
      readonly view?: View;
    })
  | (ByAccessToken & { readonly user: CallingUser })
  | (ByWallboard & { readonly user: CallingUser });

/** A request with a token uses no cookie, so another site cannot make a browser send it. */
export function isByToken(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** Without a credential the database is not asked. */
export function hasCredential(request: FastifyRequest, cookies: SiteCookies): boolean {
  return (
    isByToken(request) ||
    secretIn(request, cookies.session) !== undefined ||
    wallboardKeyIn(request, cookies) !== undefined
  );
}

export function wallboardKeyIn(request: FastifyRequest, { wallboard }: SiteCookies): string | undefined {
  const key = request.cookies[wallboard.name] ?? '';
  return wallboardKeys.isOne(key) ? key : undefined;
}

interface Sender {
  readonly request: FastifyRequest;
  readonly cookies: SiteCookies;
  readonly now: Date;
  readonly whileViewing: WhileViewing;
}

/** Runs on every request: a logout, a suspension or a changed role takes effect with the next one. */
export async function authenticate(db: Db, rights: Rights, sender: Sender): Promise<SignedIn> {
  const { request, cookies, now, whileViewing } = sender;
  if (isByToken(request)) return byAccessToken(db, rights, request, now);
  const token = secretIn(request, cookies.session);
  const session = token === undefined ? null : await rights.session(token, now);
  if (token === undefined || !session || !isFromItsPlace(request, cookies, session))
    return byWallboard(db, rights, sender);
  const self = toUser(session.account);
  if (session.viewAsUserNo === null) return { by: 'session', token, session, user: self };
  const view = await viewOf(rights, self, session.viewAsUserNo);
  const user = whileViewing === 'asSeen' && view.seen && view.verdict === 'allowed' ? view.seen : self;
  return { by: 'session', token, session, user, view };
}

/** A session is valid in the browser that signed in, and in the networks that the role may use. */
function isFromItsPlace(request: FastifyRequest, cookies: SiteCookies, session: LiveSession): boolean {
  return (
    isOfBrowser(request, cookies, session.consoleBrowserHash) &&
    isAllowedAddress(request.ip, session.networks)
  );
}

async function byAccessToken(db: Db, rights: Rights, request: FastifyRequest, now: Date): Promise<SignedIn> {
  const { headers, ip } = request;
  const token = accessTokenIn(headers.authorization ?? '');
  const holder = token === null ? null : await rights.accessToken(token, now);
  if (token === null || holder === null) return refuseToken(db, ip, now);
  if (!isAllowedAddress(ip, holder.networks)) {
    const { accessTokenId: id, name, user } = holder;
    await recordRefusedNetwork(db, { kind: 'accessToken', id, name, user }, request, now);
    throw new AppError('noPermission', { reason: 'network' });
  }
  return { by: 'token', token, holder, address: ip, user: holder.user };
}

/**
 * A person who signs in on a wallboard screen acts as that person while the session lasts. Outside its networks a key is
 * refused like an unknown one: the screen ends, and nobody learns that the key is right.
 */
async function byWallboard(db: Db, rights: Rights, { request, cookies, now }: Sender): Promise<SignedIn> {
  const token = wallboardKeyIn(request, cookies);
  const wallboard = token === undefined ? null : await rights.wallboard(token);
  if (token === undefined || !wallboard) throw new AppError('sessionFailed');
  if (!isAllowedAddress(request.ip, wallboard.networks)) {
    const { wallboardKeyId: id, name, user } = wallboard;
    await recordRefusedNetwork(db, { kind: 'wallboardKey', id, name, user }, request, now);
    throw new AppError('sessionFailed');
  }
  return { by: 'wallboard', token, wallboard, address: request.ip, user: wallboard.user };
}

async function viewOf(rights: Rights, by: User, seenUserNo: number): Promise<View> {
  const row = await rights.user(seenUserNo);
  const seen = row && toUser(row);
  return { by, seenUserNo, seen, verdict: seen ? checkViewAs(by, seen) : 'deleted' };
}

/** The person who is signed in, not the viewed user. */
export function personOf(signedIn: SignedIn): User {
  return signedIn.by === 'session' && signedIn.view ? signedIn.view.by : signedIn.user;
}
