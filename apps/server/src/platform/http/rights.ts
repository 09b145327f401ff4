import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import {
  findSession,
  isActivityDue,
  type LiveSession,
  touchSession,
} from '@gwanje/backend/identity/sessions';
import { findUserByNo, type UserRow } from '@gwanje/backend/identity/users';
import type { Kysely } from 'kysely';
import type { Viewer } from '../../access/visibility.ts';
import { findTokenHolder, isUseDue, noteTokenUse, type TokenHolder } from './access-token.ts';
import { allowedSubGroups } from './scope.ts';
import { findWallboard, isSightDue, noteWallboardSeen, type Wallboard } from './wallboard.ts';

export interface BySession {
  readonly by: 'session';
  readonly token: string;
  readonly session: LiveSession;
}
export interface ByAccessToken {
  readonly by: 'token';
  readonly token: string;
  readonly holder: TokenHolder;
  readonly address: string;
}
export interface ByWallboard {
  readonly by: 'wallboard';
  readonly token: string;
  readonly wallboard: Wallboard;
  readonly address: string;
}
/** How somebody came in. */
export type WayIn = BySession | ByAccessToken | ByWallboard;

/** Who is signed in, who they are, and what they may see. */
export interface Rights {
  session(token: string, now: Date): Promise<LiveSession | null>;
  accessToken(token: string, now: Date): Promise<TokenHolder | null>;
  wallboard(token: string, now: Date): Promise<Wallboard | null>;
  user(userNo: number): Promise<UserRow | undefined>;
  allowed(viewer: Viewer): Promise<ReadonlySet<number>>;
  noteActivity(way: WayIn, now: Date): Promise<void>;
}

/** As the database has it at this moment, in a transaction for example. */
export function rightsIn(db: Kysely<Database>): Rights {
  return {
    session: (token, now) => findSession(db, token, now),
    accessToken: (token, now) => findTokenHolder(db, token, now),
    wallboard: (token) => findWallboard(db, token),
    user: (userNo) => findUserByNo(db, userNo),
    allowed: (viewer) => allowedSubGroups(db, viewer),
    noteActivity: async (way, now) => {
      await noteIn(db, way, now);
    },
  };
}

/** Answers whether it was noted anew. */
function noteIn(db: Kysely<Database>, way: WayIn, now: Date): Promise<boolean> {
  switch (way.by) {
    case 'session':
      return touchSession(db, way.session, now);
    case 'token':
      return noteTokenUse(db, way.holder, way.address, now);
    case 'wallboard':
      return noteWallboardSeen(db, way.wallboard, way.address, now);
  }
}

function isNoteDue(way: WayIn, now: Date): boolean {
  switch (way.by) {
    case 'session':
      return isActivityDue(way.session, now);
    case 'token':
      return isUseDue(way.holder, now);
    case 'wallboard':
      return isSightDue(way.wallboard, now);
  }
}

export interface RightsMemoryOptions {
  readonly db: Kysely<Database>;
  /** Another text says that rights may have changed; null that this is not known. */
  readonly stamp: () => string | null;
  readonly now: () => Date;
}

interface Remembered {
  readonly value: unknown;
  readonly askedAtMs: number;
}

/** While the database is away nobody's rights change in it; but it may be away for this server alone. */
const LAST_KNOWN_MS = 5 * 60_000;
/** So long it is not asked again: each attempt may take seconds. */
const AWAY_MS = 1_000;
/** So long a request waits until its activity is noted. */
const PATIENCE_MS = 100;
const ABOUT_TO_END_MS = 10 * 60_000;
const MOST_ENTRIES = 20_000;

/**
 * What the database has said. Where a stamp tells that nothing has changed since, it is not asked again; elsewhere it is
 * asked on every request, and what it said last counts only while it is away.
 */
export class RightsMemory implements Rights {
  readonly #options: RightsMemoryOptions;
  readonly #asked: Rights;
  readonly #entries = new Map<string, Remembered>();
  /** Ways in whose use is on its way into the database. */
  readonly #noting = new Set<string>();
  #stamp: string | null = null;
  #awayUntilMs = 0;

  constructor(options: RightsMemoryOptions) {
    this.#options = options;
    this.#asked = rightsIn(options.db);
  }

  session(token: string, now: Date): Promise<LiveSession | null> {
    return this.#wayIn(keyOf('session', token), () => this.#asked.session(token, now), now);
  }

  accessToken(token: string, now: Date): Promise<TokenHolder | null> {
    return this.#wayIn(keyOf('token', token), () => this.#asked.accessToken(token, now), now);
  }

  wallboard(token: string, now: Date): Promise<Wallboard | null> {
    return this.#wayIn(keyOf('wallboard', token), () => this.#asked.wallboard(token, now), now);
  }

  user(userNo: number): Promise<UserRow | undefined> {
    return this.#recall(`user ${userNo}`, () => this.#asked.user(userNo));
  }

  allowed(viewer: Viewer): Promise<ReadonlySet<number>> {
    const { userNo, role, standsFor, onlyMetaGroupIds, onlySubGroupIds } = viewer;
    const key = `allowed ${JSON.stringify([userNo, role, standsFor, onlyMetaGroupIds, onlySubGroupIds])}`;
    return this.#recall(key, () => this.#asked.allowed(viewer));
  }

  /** Nobody waits long for a database that is busy, with a backup for example; only a session that is about to end does. */
  async noteActivity(way: WayIn, now: Date): Promise<void> {
    const key = keyOf(way.by, way.token);
    if (!isNoteDue(way, now) || this.#isAway() || this.#noting.has(key)) return;
    this.#noting.add(key);
    const noting = this.#note(key, way, now).finally(() => this.#noting.delete(key));
    if (way.by === 'session' && way.session.endsAt.getTime() - now.getTime() < ABOUT_TO_END_MS) return noting;
    const patience = new AbortController();
    await Promise.race([
      noting.finally(() => patience.abort()),
      delay(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
  }

  async #note(key: string, way: WayIn, now: Date): Promise<void> {
    if (!(await noteIn(this.#options.db, way, now))) return;
    try {
      await this.#learn<unknown>(key, () => this.#ask(way, now));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }

  #ask({ by, token }: WayIn, now: Date): Promise<LiveSession | TokenHolder | Wallboard | null> {
    switch (by) {
      case 'session':
        return this.#asked.session(token, now);
      case 'token':
        return this.#asked.accessToken(token, now);
      case 'wallboard':
        return this.#asked.wallboard(token, now);
    }
  }

  async #wayIn<Found extends { readonly endsAt: Date | null }>(
    key: string,
    ask: () => Promise<Found | null>,
    now: Date,
  ): Promise<Found | null> {
    const known = await this.#recall(key, ask);
    if (known !== null && (known.endsAt === null || known.endsAt > now)) return known;
    // No stamp tells of a new session or token, nor of activity that extends a session: neither takes anything from anybody.
    this.#entries.delete(key);
    return known === null ? null : await ask();
  }

  async #recall<Value>(key: string, ask: () => Promise<Value>): Promise<Value> {
    const stamp = this.#refresh();
    const known = this.#entries.get(key) as (Remembered & { readonly value: Value }) | undefined;
    if (known && (stamp !== null || (this.#isAway() && this.#isRecent(known)))) return known.value;
    try {
      return await this.#learn(key, ask);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#awayUntilMs = this.#nowMs() + AWAY_MS;
      if (known && this.#isRecent(known)) return known.value;
      throw error;
    }
  }

  async #learn<Value>(key: string, ask: () => Promise<Value>): Promise<Value> {
    const stamp = this.#refresh();
    const value = await ask();
    this.#awayUntilMs = 0;
    // Had something changed meanwhile, nobody knew whether it was read before or after.
    if (this.#refresh() === stamp) this.#entries.set(key, { value, askedAtMs: this.#nowMs() });
    return value;
  }

  #refresh(): string | null {
    const stamp = this.#options.stamp();
    if (stamp !== this.#stamp || this.#entries.size >= MOST_ENTRIES) this.#entries.clear();
    this.#stamp = stamp;
    return stamp;
  }

  #isAway(): boolean {
    return this.#nowMs() < this.#awayUntilMs;
  }

  #isRecent({ askedAtMs }: Remembered): boolean {
    return this.#nowMs() - askedAtMs < LAST_KNOWN_MS;
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }
}

function keyOf(by: WayIn['by'], token: string): string {
  return `${by} ${token}`;
}
