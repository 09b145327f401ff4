import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { unlessUnavailable } from '../database/connection.ts';
import type { Db } from '../database/schema.ts';
import { networksOf, parseSecuritySettings, readSecuritySettings } from './security-settings.ts';
import { hashToken, newSecret } from './tokens.ts';
import { toUser, type UserRow } from './users.ts';

export interface SessionOrigin {
  readonly userAgent: string;
  readonly address: string;
  /** The secret of the browser at the login site. */
  readonly browser?: string;
  /** When the user proved who they are. Default: now. */
  readonly provedAt?: Date | undefined;
  /** A session that replaces another one began with it. Default: now. */
  readonly createdAt?: Date;
  /** The console accepts the session from this browser only. */
  readonly consoleBrowserHash?: Buffer | null;
  readonly oidc?:
    | { readonly issuer: string; readonly sid: string | null; readonly idToken: string }
    | undefined;
}

export interface LiveSession {
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly provedAt: Date;
  /** When the session ends without more activity: the earlier of the idle and the absolute limit. */
  readonly endsAt: Date;
  /** Until then the last proof of identity allows dangerous changes. Null: the rules ask for none. */
  readonly provedUntil: Date | null;
  /** The networks from which the user may come; empty: from everywhere. */
  readonly networks: readonly string[];
  readonly account: UserRow;
  readonly viewAsUserNo: number | null;
  readonly loginBrowserHash: Buffer | null;
  readonly consoleBrowserHash: Buffer | null;
}

/** Storing the time of every request would make each read a write. A minute is precise enough for the idle limit. */
const NOTE_EVERY_MS = 60_000;

/** Whether the last use of a session or token is old enough to be written again. */
export function isUseDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= NOTE_EVERY_MS;
}

export async function createSession(
  db: Db,
  userNo: number,
  origin: SessionOrigin,
  now: Date,
): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      userNo,
      createdAt: origin.createdAt ?? now,
      lastSeenAt: now,
      provedAt: origin.provedAt ?? now,
      userAgent: origin.userAgent.slice(0, 400),
      address: origin.address,
      oidcIssuer: origin.oidc?.issuer ?? null,
      oidcSid: origin.oidc?.sid ?? null,
      oidcIdToken: origin.oidc?.idToken ?? null,
      loginBrowserHash: origin.browser === undefined ? null : hashToken(origin.browser),
      consoleBrowserHash: origin.consoleBrowserHash ?? null,
    })
    .execute();
  return token;
}

export async function findSession(db: Db, token: string, now: Date): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.userNo', 'session.userNo')
    .crossJoin('securitySetting')
    .selectAll('userAccount')
    .select(['session.tokenHash', 'session.lastSeenAt', 'session.provedAt', 'session.viewAsUserNo'])
    .select(['session.loginBrowserHash', 'session.consoleBrowserHash'])
    .select(['session.createdAt as sessionCreatedAt', 'securitySetting.settings'])
    .where('session.tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return null;
  const { tokenHash, lastSeenAt, provedAt, viewAsUserNo, loginBrowserHash, consoleBrowserHash, ...rest } =
    row;
  const { sessionCreatedAt, settings, ...account } = rest;
  const user = toUser(account);
  const security = parseSecuritySettings(settings);
  const endsAt = endOfSession({ createdAt: sessionCreatedAt, lastSeenAt }, security);
  if (endsAt <= now || !mayHoldSession(user.status)) return null;
  const networks = networksOf(user.role, security);
  return {
    tokenHash,
    createdAt: sessionCreatedAt,
    lastSeenAt,
    provedAt,
    endsAt,
    provedUntil: security.proofMin === 0 ? null : new Date(provedAt.getTime() + security.proofMin * 60_000),
    networks,
    viewAsUserNo,
    loginBrowserHash,
    consoleBrowserHash,
    account,
  };
}

/** The rules of now hold for sessions that began before them. */
function endOfSession(
  { createdAt, lastSeenAt }: { readonly createdAt: Date; readonly lastSeenAt: Date },
  { idleMin, sessionMaxHours }: Pick<SecuritySettings, 'idleMin' | 'sessionMaxHours'>,
): Date {
  return new Date(
    Math.min(lastSeenAt.getTime() + idleMin * 60_000, createdAt.getTime() + sessionMaxHours * 3_600_000),
  );
}

/**
 * Records activity. The periodic session check of an idle page does not call this. A database that refuses
 * writes (full, or a read-only standby) does not block reading: the next request records the activity.
 */
export async function touchSession(db: Db, session: LiveSession, now: Date): Promise<void> {
  if (!isUseDue(session.lastSeenAt, now)) return;
  await unlessUnavailable(
    db.updateTable('session').set({ lastSeenAt: now }).where('tokenHash', '=', session.tokenHash).execute(),
  );
}

/** Whether a dangerous change may be made without asking the user again. */
export function isProofFresh({ provedUntil }: Pick<LiveSession, 'provedUntil'>, now: Date): boolean {
  return provedUntil === null || provedUntil > now;
}

/** The user has just proved who they are. Other servers see it with the next request. */
export async function noteProof(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('session').set({ provedAt: now }).where('tokenHash', '=', tokenHash).execute();
}

/** From now on the console accepts the session from this browser only. */
export async function bindToConsole(
  db: Db,
  { tokenHash }: Pick<LiveSession, 'tokenHash'>,
  consoleBrowserHash: Buffer,
): Promise<void> {
  await db.updateTable('session').set({ consoleBrowserHash }).where('tokenHash', '=', tokenHash).execute();
}

/** Only the login site and the console know it: another site cannot log the user out. It ends with the session. */
export function logoutKey({ tokenHash }: Pick<LiveSession, 'tokenHash'>): string {
  return hashToken(`logout ${tokenHash.toString('base64url')}`).toString('base64url');
}

/** Null ends the impersonation. */
export async function setViewAs(
  db: Db,
  { tokenHash }: Pick<LiveSession, 'tokenHash'>,
  viewAsUserNo: number | null,
): Promise<void> {
  await db.updateTable('session').set({ viewAsUserNo }).where('tokenHash', '=', tokenHash).execute();
}

export async function endSession(db: Db, token: string) {
  await stopPushesOf(db, [hashToken(token)]);
  return await db
    .deleteFrom('session')
    .where('tokenHash', '=', hashToken(token))
    .returning(['oidcIssuer', 'oidcIdToken', 'userNo'])
    .executeTakeFirst();
}
export type EndedSession = NonNullable<Awaited<ReturnType<typeof endSession>>>;

export async function endAllSessionsOfUser(db: Db, userNo: number, exceptToken?: string): Promise<void> {
  let query = db.deleteFrom('session').where('userNo', '=', userNo);
  let pushes = db.updateTable('pushSubscription').set({ sessionHash: null }).where('userNo', '=', userNo);
  if (exceptToken !== undefined) {
    query = query.where('tokenHash', '!=', hashToken(exceptToken));
    pushes = pushes.where('sessionHash', '!=', hashToken(exceptToken));
  }
  await query.execute();
  await pushes.execute();
}

/**
 * A browser whose session a person ended gets no notifications about alarms until the next sign-in. A session that ends by
 * time does not stop them: they are for people who have closed the console.
 */
async function stopPushesOf(db: Db, tokenHashes: readonly Buffer[]): Promise<void> {
  if (tokenHashes.length === 0) return;
  await db
    .updateTable('pushSubscription')
    .set({ sessionHash: null })
    .where('sessionHash', 'in', [...tokenHashes])
    .execute();
}

/** Latest activity first. */
export async function listSessionsOfUser(db: Db, userNo: number, now: Date) {
  const { settings } = await readSecuritySettings(db);
  const sessions = await db
    .selectFrom('session')
    .select(['tokenHash', 'createdAt', 'lastSeenAt', 'userAgent', 'address'])
    .where('userNo', '=', userNo)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('tokenHash')
    .limit(100)
    .execute();
  return sessions.filter((session) => endOfSession(session, settings) > now);
}
export type SessionSummary = Awaited<ReturnType<typeof listSessionsOfUser>>[number];

/** The hash identifies a session to its owner without giving access. Another user's session is not found. */
export async function endOwnSession(db: Db, userNo: number, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userNo', '=', userNo)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  const isEnded = numDeletedRows > 0n;
  if (isEnded) await stopPushesOf(db, [tokenHash]);
  return isEnded;
}

/**
 * OIDC back-channel logout. With a `sid`, ends the session with that sid; without one, all sessions of the subject.
 * With both, also ends sessions of the subject that were stored without a sid.
 */
export async function endSessionsOfProvider(
  db: Db,
  issuer: string,
  logout: { readonly sid: string | undefined; readonly subject: string | undefined },
): Promise<{ readonly userNo: number }[]> {
  const { sid, subject } = logout;
  if (sid === undefined && subject === undefined) return [];
  let query = db.deleteFrom('session').where('oidcIssuer', '=', issuer);
  if (sid !== undefined) {
    query = query.where((eb) =>
      subject === undefined
        ? eb('oidcSid', '=', sid)
        : eb.or([eb('oidcSid', '=', sid), eb('oidcSid', 'is', null)]),
    );
  }
  if (subject !== undefined) {
    query = query.where('userNo', 'in', (eb) =>
      eb
        .selectFrom('userAccount')
        .select('userAccount.userNo')
        .where('userAccount.oidcIssuer', '=', issuer)
        .where('userAccount.oidcSubject', '=', subject),
    );
  }
  const ended = await query.returning(['userNo', 'tokenHash']).execute();
  await stopPushesOf(
    db,
    ended.map(({ tokenHash }) => tokenHash),
  );
  return ended.map(({ userNo }) => ({ userNo }));
}
