import { WALLBOARD_COOKIE, WALLBOARD_COOKIE_SECONDS } from '@gwanje/contract/session';
import type { FastifyReply } from 'fastify';

/** Of this host alone: no other system of the parent domain has a use for it. */
export function setWallboardCookie(reply: FastifyReply, isSecure: boolean, token: string): void {
  reply.setCookie(WALLBOARD_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: WALLBOARD_COOKIE_SECONDS,
  });
}
