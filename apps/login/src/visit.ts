import type { Db } from '@gwanje/backend/database/schema';
import { isAllowedAddress } from '@gwanje/backend/http/networks';
import { secretIn } from '@gwanje/backend/http/site-cookies';
import { type AuditRecord, recordAudit } from '@gwanje/backend/identity/audit';
import { isKnownBrowser, noteBrowser } from '@gwanje/backend/identity/known-browsers';
import { networksOf, readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import {
  createSession,
  endOwnSession,
  endSession,
  listSessionsOfUser,
  type SessionOrigin,
  type SessionSummary,
} from '@gwanje/backend/identity/sessions';
import { hasSignedInBefore, noteSignIn } from '@gwanje/backend/identity/sign-ins';
import { hashToken, newSecret } from '@gwanje/backend/identity/tokens';
import { lockUnchanged, noteLogin, toUser, type UserRow } from '@gwanje/backend/identity/users';
import type { AuditAction } from '@gwanje/contract/settings/audit-actions';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import type { FastifyRequest } from 'fastify';
import { forgetPendingSignIn } from './factor/pending-sign-in.ts';
import type { SignedIn } from './request/session-cookie.ts';
import type { Site } from './site.ts';

/** One request of a browser, with the services that answer it. */
export interface Visit extends Pick<Site, 'db' | 'events'> {
  readonly origin: SessionOrigin & { readonly browser: string };
  /** The browser's existing session. A sign-in ends it, also if it belongs to another user. */
  readonly formerToken: string | undefined;
  readonly now: Date;
}

export function visitOf({ db, cookies, events, now }: Site, request: FastifyRequest): Visit {
  const origin = {
    userAgent: request.headers['user-agent'] ?? '',
    address: request.ip,
    browser: secretIn(request, cookies.browser) ?? newSecret(),
  };
  return { db, events, origin, formerToken: secretIn(request, cookies.session), now: now() };
}

/** Records an action of a user on their own account. */
export function recordOwnAction(
  db: Db,
  { origin: { address } }: Pick<Visit, 'origin'>,
  account: Pick<UserRow, 'userNo' | 'userId'>,
  record: Pick<AuditRecord, 'detail'> &
    Partial<Pick<AuditRecord, 'outcome'>> & { readonly action: AuditAction },
): Promise<void> {
  const target = { kind: 'user', id: account.userNo };
  return recordAudit(db, { actor: account, target, address, outcome: 'done', ...record });
}

/** The reason why the account may have no session; undefined: it may. */
export function blockedReason(account: UserRow): 'suspended' | 'terminated' | undefined {
  const { status } = toUser(account);
  if (mayHoldSession(status)) return undefined;
  return status === 2 ? 'suspended' : 'terminated';
}

/** How the user signed in, and with which second factor. */
export type SignInMethod = 'password' | 'totp' | 'recoveryCode' | 'passkey' | 'enrolment' | 'oidc';

export type Opening =
  | { readonly outcome: 'opened'; readonly token: string }
  /** The account has changed since it was read. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'tooManySessions'; readonly sessions: readonly SessionSummary[] };

/**
 * Replaces the browser's session. A user who already has as many sessions as the rules allow decides whether the ones that
 * were unused for longest end.
 */
export async function openSession(
  db: Db,
  visit: Visit,
  account: UserRow,
  method: SignInMethod,
  endsOthers: boolean,
): Promise<Opening> {
  const { origin, formerToken, now } = visit;
  // The row of the user stays locked: two sign-ins at the same time count one after the other.
  if (!(await lockUnchanged(db, account))) return { outcome: 'changed' };
  const { maxSessions, mailsNewBrowser } = (await readSecuritySettings(db)).settings;
  const sessions = maxSessions === 0 ? [] : await listOtherSessions(db, account.userNo, visit);
  const superfluous = sessions.slice(Math.max(0, maxSessions - 1));
  if (superfluous.length > 0 && !endsOthers) return { outcome: 'tooManySessions', sessions };
  const isNewBrowser =
    (await hasSignedInBefore(db, account.userNo)) &&
    !(await isKnownBrowser(db, account.userId, origin.browser, now));
  await noteLogin(db, account.userNo, now);
  if (formerToken !== undefined) await endSession(db, formerToken);
  await forgetPendingSignIn(db, origin.browser);
  for (const { tokenHash } of superfluous) {
    await endOwnSession(db, account.userNo, tokenHash);
    await recordOwnAction(db, visit, account, { action: 'session.end', detail: { which: 'superfluous' } });
  }
  await noteBrowser(db, account.userNo, origin.browser, now);
  await noteSignIn(db, {
    userNo: account.userNo,
    at: now,
    method,
    userAgent: origin.userAgent,
    address: origin.address,
    browser: origin.browser,
    isNewBrowser,
    isMailed: mailsNewBrowser && isNewBrowser && account.email !== null,
  });
  await recordOwnAction(db, visit, account, { action: 'session.create', detail: { method } });
  return { outcome: 'opened', token: await createSession(db, account.userNo, origin, now) };
}

/** The user's sessions without the one that the new session replaces. */
async function listOtherSessions(db: Db, userNo: number, { formerToken, now }: Visit) {
  const sessions = await listSessionsOfUser(db, userNo, now);
  const former = formerToken === undefined ? undefined : hashToken(formerToken);
  return sessions.filter(({ tokenHash }) => former === undefined || !tokenHash.equals(former));
}

/** Whether the role of the account may come from this address. */
export function isAllowedNetwork(
  account: UserRow,
  { origin }: Pick<Visit, 'origin'>,
  settings: SecuritySettings,
) {
  return isAllowedAddress(origin.address, networksOf(toUser(account).role, settings));
}

/** Ends the session of the browser, and with it a view as another user. */
export async function logOut({ token, session: { account, viewAsUserNo } }: SignedIn, visit: Visit) {
  const ended = await visit.db.transaction().execute(async (trx) => {
    await recordOwnAction(trx, visit, account, { action: 'session.end' });
    if (viewAsUserNo !== null)
      await recordAudit(trx, {
        actor: account,
        action: 'viewAs.stop',
        target: { kind: 'user', id: viewAsUserNo },
        detail: { reason: 'logout' },
        outcome: 'done',
        address: visit.origin.address,
      });
    return endSession(trx, token);
  });
  visit.events.loggedOut('user', account.userNo);
  return ended;
}
