import { parsePart } from '@gwanje/backend/http/parse';
import { success } from '@gwanje/contract/definition/envelope';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ownerOfLink, setPasswordByLink } from '../password/set-password.ts';
import { type Site, sessionOrigin } from '../site.ts';

const Token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);
const CheckBody = z.strictObject({ token: Token });
const PasswordBody = z.strictObject({ token: Token, newPassword: z.string().max(10_000) });

/** One-time links use POST requests, so that the secret is in no URL and no log. */
export function linkRoutes(app: FastifyInstance, site: Site): void {
  const { db, now } = site;

  app.post('/api/link', async (request) => {
    const { token } = parsePart(CheckBody, request.body);
    const { account, kind } = await ownerOfLink(token, { db, origin: sessionOrigin(request), now: now() });
    return success({ userId: account.userId, name: account.name, kind });
  });

  app.post('/api/link/password', async (request) => {
    const body = parsePart(PasswordBody, request.body);
    await setPasswordByLink(body, { db, origin: sessionOrigin(request), now: now() });
    return success({});
  });
}
