import type { Database } from '@gwanje/backend/database/schema';
import { addressKey } from '@gwanje/backend/identity/login-throttle';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { AppError } from '@gwanje/contract/errors';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Soon } from './soon.ts';

export interface ClusterToken {
  readonly tokenId: number;
  readonly hostId: number;
  readonly isRevoked: boolean;
}

/** A revocation counts after this at the latest. */
const FRESH_MS = 5000;
const MOST_KEPT = 20_000;
const NOTE_USE_EVERY_MS = 60_000;
const GUESS_WINDOW_MS = 60_000;
const GUESSES_PER_WINDOW = 100;
const MOST_GUESSERS = 10_000;

interface Looked {
  readonly atMs: number;
  readonly found: Promise<ClusterToken | undefined>;
}

/** Which token is whose. Looked up by its hash, so that comparing takes no time that could be measured. */
export class TokenBook implements AsyncDisposable {
  readonly #db: Kysely<Database>;
  readonly #now: () => Date;
  readonly #looked = new Map<string, Looked>();
  /** Tokens found at some time: to look at them again is no guess. */
  readonly #known = new Map<string, number>();
  readonly #usedAtMs = new Map<number, number>();
  readonly #toNote = new Set<number>();
  readonly #writer: Soon;
  readonly #guesses = new Map<string, number>();
  #guessesSinceMs = 0;
  #issued: { readonly atMs: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined;

  constructor(db: Kysely<Database>, now: () => Date, logger: Logger, writeAfterMs: number) {
    this.#db = db;
    this.#now = now;
    this.#writer = new Soon(writeAfterMs, logger, () => this.#noteUse());
  }

  /** `address` is who asks: one that tries token after token is stopped before the database is asked for each. */
  async find(token: string, address: string): Promise<ClusterToken | undefined> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const nowMs = this.#now().getTime();
    const last = this.#looked.get(key);
    const ageMs = last ? nowMs - last.atMs : Number.NaN;
    if (last && ageMs >= 0 && ageMs < FRESH_MS) return await last.found;
    const guess = this.#known.has(key) ? undefined : this.#countGuess(address, nowMs);
    // Others behind the same address may be guessing: that must not cost those their voice who have a token.
    if (guess?.isTooMany && !(await this.#issuedHashes(nowMs)).has(key))
      throw new AppError('tooManyRequests', { retryAfterS: GUESS_WINDOW_MS / 1000 });
    const found = this.#lookUp(hash, key).then((token) => {
      if (token) guess?.takeBack();
      return token;
    });
    if (this.#looked.size >= MOST_KEPT) this.#looked.clear();
    this.#looked.set(key, { atMs: nowMs, found });
    // What could not be looked up is not an answer that may be kept.
    found.catch(() => this.#looked.delete(key));
    return await found;
  }

  /** Written at most once a minute and token. */
  used({ tokenId }: ClusterToken): void {
    const nowMs = this.#now().getTime();
    const lastMs = this.#usedAtMs.get(tokenId);
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < NOTE_USE_EVERY_MS) return;
    this.#usedAtMs.set(tokenId, nowMs);
    this.#toNote.add(tokenId);
    this.#writer.ask();
  }

  async #lookUp(hash: Buffer, key: string): Promise<ClusterToken | undefined> {
    const row = await this.#db
      .selectFrom('clusterToken')
      .select(['tokenId', 'hostId', 'revokedAt'])
      .where('tokenHash', '=', hash)
      .executeTakeFirst();
    if (!row) {
      const tokenId = this.#known.get(key);
      if (tokenId !== undefined) this.#usedAtMs.delete(tokenId);
      this.#known.delete(key);
      return undefined;
    }
    this.#known.set(key, row.tokenId);
    return { tokenId: row.tokenId, hostId: row.hostId, isRevoked: row.revokedAt !== null };
  }

  /** Every token that is not in memory is a guess until it has been found. */
  #countGuess(address: string, nowMs: number): { readonly isTooMany: boolean; takeBack(): void } {
    if (Math.abs(nowMs - this.#guessesSinceMs) >= GUESS_WINDOW_MS) {
      this.#guesses.clear();
      this.#guessesSinceMs = nowMs;
    }
    const who = addressKey(address);
    const count = this.#guesses.get(who) ?? 0;
    const isTooMany = count >= GUESSES_PER_WINDOW || (count === 0 && this.#guesses.size >= MOST_GUESSERS);
    if (!isTooMany) this.#guesses.set(who, count + 1);
    const takeBack = () => {
      const now = this.#guesses.get(who);
      if (!isTooMany && now !== undefined) this.#guesses.set(who, Math.max(0, now - 1));
    };
    return { isTooMany, takeBack };
  }

  /** All there are, asked for once in a while however many guesses come. */
  #issuedHashes(nowMs: number): Promise<ReadonlySet<string>> {
    if (this.#issued && Math.abs(nowMs - this.#issued.atMs) < FRESH_MS) return this.#issued.hashes;
    const hashes = this.#db
      .selectFrom('clusterToken')
      .select('tokenHash')
      .execute()
      .then((rows) => new Set(rows.map(({ tokenHash }) => tokenHash.toString('base64'))));
    this.#issued = { atMs: nowMs, hashes };
    hashes.catch(() => {
      this.#issued = undefined;
    });
    return hashes;
  }

  async #noteUse(): Promise<void> {
    if (this.#toNote.size === 0) return;
    const tokenIds = [...this.#toNote];
    this.#toNote.clear();
    await this.#db
      .updateTable('clusterToken')
      .set({ lastUsedAt: this.#now() })
      .where(sql<boolean>`token_id = any(${tokenIds}::int[])`)
      .execute();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#writer[Symbol.asyncDispose]();
  }
}
