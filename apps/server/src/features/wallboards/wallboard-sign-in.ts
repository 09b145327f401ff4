import type { Db } from '@gwanje/backend/database/schema';
import { isAllowedAddress } from '@gwanje/backend/http/networks';
import { parsePart } from '@gwanje/backend/http/parse';
import { isOfBrowser, type SiteCookies, secretIn, setCookie } from '@gwanje/backend/http/site-cookies';
import { auditAs } from '@gwanje/backend/identity/audit';
import { findSession } from '@gwanje/backend/identity/sessions';
import { WALLBOARD_SIGN_IN_PATH, WallboardSignIn } from '@gwanje/contract/dashboard/wallboards';
import { AppError, success } from '@gwanje/contract/definition/errors';
import type { FastifyInstance } from 'fastify';
import { findWallboard, noteWallboardSeen } from '../../platform/http/identity/credential-repository.ts';
import { refuseToken } from '../../platform/http/identity/credentials.ts';
import { recordRefusedNetwork } from '../../platform/http/identity/refused-network.ts';

interface SignInDeps {
  readonly db: Db;
  readonly cookies: SiteCookies;
  readonly now: () => Date;
}

/** Opens a wallboard's link: from then on this browser shows only the boards of the wallboard. */
export function registerWallboardSignIn(app: FastifyInstance, { db, cookies, now }: SignInDeps): void {
  app.post(WALLBOARD_SIGN_IN_PATH, async (request, reply) => {
    const { token } = parsePart(WallboardSignIn, request.body);
    const at = now();
    const sessionToken = secretIn(request, cookies.session);
    const session = sessionToken === undefined ? null : await findSession(db, sessionToken, at);
    // A session takes precedence over the key. The key would take effect unexpectedly when the session ends.
    if (session && isOfBrowser(request, cookies, session.consoleBrowserHash))
      throw new AppError('conflict', { reason: 'signedIn' });
    const wallboard = await findWallboard(db, token);
    if (!wallboard) return refuseToken(db, request.ip, at);
    const { wallboardKeyId: id, name, user, networks } = wallboard;
    if (!isAllowedAddress(request.ip, networks)) {
      await recordRefusedNetwork(db, { kind: 'wallboardKey', id, name, user }, request, at);
      return refuseToken(db, request.ip, at);
    }
    await noteWallboardSeen(db, wallboard, request.ip, at);
    const audit = auditAs(db, { actor: null, address: request.ip });
    await audit('wallboard.open', { kind: 'wallboardKey', id }, { name, userId: user.userId });
    setCookie(reply, cookies.wallboard, token);
    return reply.header('cache-control', 'no-store').send(success({}, 200));
  });
}
