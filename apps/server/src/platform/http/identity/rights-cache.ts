import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { readVersion } from '@gwanje/backend/database/change-version';
import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { findSession, isUseDue, type LiveSession, touchSession } from '@gwanje/backend/identity/sessions';
import { findUserByNo, type UserRow } from '@gwanje/backend/identity/users';
import type { Viewer } from '../../../access/visibility-repository.ts';
import { allowedSubGroups } from '../../../access/visibility-repository.ts';
import * as credentials from './credential-repository.ts';

export interface BySession {
  readonly by: 'session';
  readonly token: string;
  readonly session: LiveSession;
}
export interface ByAccessToken {
  readonly by: 'token';
  readonly token: string;
  readonly holder: credentials.TokenHolder;
  readonly address: string;
}
export interface ByWallboard {
  readonly by: 'wallboard';
  readonly token: string;
  readonly wallboard: credentials.Wallboard;
  readonly address: string;
}
/** The credential with which a caller signed in. */
export type Credential = BySession | ByAccessToken | ByWallboard;

/** Reads sessions, tokens, wallboards and the sub groups that a viewer may see. */
export interface Rights {
  session(token: string, now: Date): Promise<LiveSession | null>;
  accessToken(token: string, now: Date): Promise<credentials.TokenHolder | null>;
  wallboard(token: string): Promise<credentials.Wallboard | null>;
  user(userNo: number): Promise<UserRow | undefined>;
  allowed(viewer: Viewer): Promise<ReadonlySet<number>>;
}

/** Reads every right from the database, for example inside a transaction. */
export function rightsIn(db: Db): Rights {
  return {
    session: (token, now) => findSession(db, token, now),
    accessToken: (token, now) => credentials.findTokenHolder(db, token, now),
    wallboard: (token) => credentials.findWallboard(db, token),
    user: (userNo) => findUserByNo(db, userNo),
    allowed: (viewer) => allowedSubGroups(db, viewer),
  };
}

/** Writes the time of use, unless it was written less than a minute ago. */
export function noteUse(db: Db, used: Credential, now: Date): Promise<void> {
  switch (used.by) {
    case 'session':
      return touchSession(db, used.session, now);
    case 'token':
      return credentials.noteTokenUse(db, used.holder, used.address, now);
    case 'wallboard':
      return credentials.noteWallboardSeen(db, used.wallboard, used.address, now);
  }
}

function lastUseOf(used: Credential): Date | null {
  if (used.by === 'session') return used.session.lastSeenAt;
  return used.by === 'token' ? used.holder.lastUsedAt : used.wallboard.lastSeenAt;
}

export interface RightsCacheOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** How long the last known rights stay valid while the database does not answer. */
  readonly lastKnownMs?: number;
}

/** Limited, because only this process may have lost its connection while other processes change rights. */
const LAST_KNOWN_MS = 5 * 60_000;
/** A database that takes longer for one row counts as unavailable until it answers. */
const SILENT_AFTER_MS = 3_000;
/** After a failed attempt, which may take seconds, the next one waits this long. */
const RETRY_AFTER_MS = 1_000;
/** A request waits this long for the write of its activity. */
const NOTE_WITHIN_MS = 100;
/** A request waits this long for what it can do without. */
const READ_SOON_MS = 500;
const ABOUT_TO_END_MS = 10 * 60_000;
const MAX_ENTRIES = 20_000;

/**
 * Caches sessions and rights while their version in the database stays the same. Every request reads that
 * version first, so that a logout, a suspension or a changed role takes effect with the next request.
 */
export class RightsCache {
  readonly #options: RightsCacheOptions;
  readonly #stored: Rights;
  /** Credentials whose use is being written. */
  readonly #noting = new Set<string>();
  #entries = new Map<string, unknown>();
  #version: number | undefined;
  #verifiedMs = 0;
  #retryMs = 0;
  #isSilent = false;
  #lastError = new Error('the database was never asked');

  constructor(options: RightsCacheOptions) {
    this.#options = options;
    this.#stored = rightsIn(options.db);
  }

  /** The current rights. While the database is unavailable, the last known rights. */
  async current(): Promise<Rights> {
    const nowMs = this.#nowMs();
    if (!this.#mayAsk()) return this.#lastKnown();
    try {
      const version = await this.#readVersion();
      if (version !== this.#version || this.#entries.size >= MAX_ENTRIES) this.#entries = new Map();
      this.#version = version;
      this.#verifiedMs = nowMs;
      this.#retryMs = 0;
      return this.#rightsOf(this.#entries);
    } catch (error) {
      if (!(error instanceof Error && isUnavailable(error))) throw error;
      if (!this.#isSilent) this.#retryMs = this.#nowMs() + RETRY_AFTER_MS;
      this.#lastError = error;
      return this.#lastKnown();
    }
  }

  /** Whether the rights could not be read for so long that no open stream may go on with them. */
  areForgotten(): boolean {
    const { lastKnownMs = 0 } = this.#options;
    return this.#unverifiedMs() >= Math.max(lastKnownMs, LAST_KNOWN_MS);
  }

  /**
   * Writes the time of use in the background, so that a busy database (for example during a backup) delays no
   * request. Only a session that is about to end waits for the write.
   */
  async noteActivity(used: Credential, now: Date): Promise<void> {
    const key = keyOf(used.by, used.token);
    if (!isUseDue(lastUseOf(used), now) || !this.#mayAsk() || this.#noting.has(key)) return;
    this.#noting.add(key);
    const noting = noteUse(this.#options.db, used, now)
      .then(() => void this.#entries.delete(key))
      .finally(() => this.#noting.delete(key));
    if (used.by === 'session' && used.session.endsAt.getTime() - now.getTime() < ABOUT_TO_END_MS)
      return noting;
    await within(NOTE_WITHIN_MS, noting);
  }

  /** Reads what a request can do without; undefined while the database is unavailable or slow. */
  async readSoon<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
    if (!this.#mayAsk()) return undefined;
    try {
      return await within(READ_SOON_MS, read());
    } catch (error) {
      if (isUnavailable(error)) return undefined;
      throw error;
    }
  }

  /** False: the database did not answer lately, so asking it would only take long. */
  #mayAsk(): boolean {
    return !this.#isSilent && !this.#waitsToRetry();
  }

  async #readVersion(): Promise<number> {
    const reading = readVersion(this.#options.db, 'rights');
    const version = await within(SILENT_AFTER_MS, reading);
    if (version !== undefined) return version;
    this.#isSilent = true;
    const answered = () => {
      this.#isSilent = false;
    };
    reading.then(answered, answered);
    throw new Error('timeout exceeded: the database does not answer');
  }

  #lastKnown(): Rights {
    const { lastKnownMs = LAST_KNOWN_MS } = this.#options;
    if (this.#version === undefined || this.#unverifiedMs() >= lastKnownMs) throw this.#lastError;
    return this.#rightsOf(this.#entries);
  }

  #unverifiedMs(): number {
    // The age is negative after the clock was set back.
    return Math.abs(this.#nowMs() - this.#verifiedMs);
  }

  #waitsToRetry(): boolean {
    const waitMs = this.#retryMs - this.#nowMs();
    // It is longer after the clock was set back.
    return waitMs > 0 && waitMs <= RETRY_AFTER_MS;
  }

  #rightsOf(entries: Map<string, unknown>): Rights {
    const stored = this.#stored;
    async function cached<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      if (entries.has(key)) return entries.get(key) as Value;
      const value = await read();
      // A new session or token does not raise the version, so the cache does not store its absence.
      if (value !== null) entries.set(key, value);
      return value;
    }
    async function credential<Found extends { readonly endsAt: Date | null }>(
      key: string,
      now: Date,
      read: () => Promise<Found | null>,
    ): Promise<Found | null> {
      const found = await cached(key, read);
      if (found === null || found.endsAt === null || found.endsAt > now) return found;
      // Another process may have extended the session by activity, which does not raise the version either.
      entries.delete(key);
      return cached(key, read);
    }
    return {
      session: (token, now) => credential(keyOf('session', token), now, () => stored.session(token, now)),
      accessToken: (token, now) =>
        credential(keyOf('token', token), now, () => stored.accessToken(token, now)),
      wallboard: (token) => cached(keyOf('wallboard', token), () => stored.wallboard(token)),
      user: (userNo) => cached(`user ${userNo}`, () => stored.user(userNo)),
      allowed: (viewer) => {
        const { userNo, role, standsFor, onlyMetaGroupIds, onlySubGroupIds } = viewer;
        const key = JSON.stringify([userNo, role, standsFor, onlyMetaGroupIds, onlySubGroupIds]);
        return cached(`allowed ${key}`, () => stored.allowed(viewer));
      },
    };
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }
}

function keyOf(by: Credential['by'], token: string): string {
  return `${by} ${token}`;
}

/** Returns undefined when the work is not done in time; the work continues. */
async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value | undefined> {
  const timer = new AbortController();
  const late = delay(limitMs, undefined, { signal: timer.signal })
    // After a pause of the process, the response may have arrived without being read yet.
    .then(() => nextTurn(undefined))
    .catch(() => undefined);
  return Promise.race([work.finally(() => timer.abort()), late]);
}
