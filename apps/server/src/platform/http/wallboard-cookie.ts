import { WALLBOARD_COOKIE, WALLBOARD_COOKIE_SECONDS } from '@gwanje/contract/users/session';
import type { FastifyReply } from 'fastify';

/** Limits the cookie to this host: no other system of the parent domain needs it. */
export function setWallboardCookie(reply: FastifyReply, isSecure: boolean, token: string): void {
  reply.setCookie(WALLBOARD_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: WALLBOARD_COOKIE_SECONDS,
  });
}
