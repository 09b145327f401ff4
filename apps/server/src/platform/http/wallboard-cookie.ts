import { WALLBOARD_COOKIE, WALLBOARD_COOKIE_SECONDS } from '@gwanje/contract/session';
import type { FastifyReply } from 'fastify';
import type { ServerSettings } from '../../config.ts';

/** Of this host alone: no other system of the parent domain has a use for it. */
export function setWallboardCookie(
  reply: FastifyReply,
  { isSecure }: Pick<ServerSettings, 'isSecure'>,
  token: string,
): void {
  reply.setCookie(WALLBOARD_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: WALLBOARD_COOKIE_SECONDS,
  });
}
