import type { Db } from '@gwanje/backend/database/schema';
import { addressKey } from '@gwanje/backend/identity/login-throttle';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Logger } from 'pino';
import { DelayedWrite } from '../delayed-write.ts';
import { findToken, readTokenHashes, writeTokenUses } from './token-repository.ts';

export interface ClusterToken {
  readonly tokenId: number;
  readonly hostId: number;
  readonly isRevoked: boolean;
}

/** A revoked token is refused after this time at the latest. */
const FRESH_MS = 5000;
const MAX_CACHED = 20_000;
const WRITE_USE_EVERY_MS = 60_000;
const GUESS_WINDOW_MS = 60_000;
const GUESSES_PER_WINDOW = 100;
const MAX_GUESSERS = 10_000;

interface CachedToken {
  readonly atMs: number;
  readonly found: Promise<ClusterToken | undefined>;
}

/** Finds the cluster of a token. It looks tokens up by hash, so the time of a comparison reveals nothing. */
export class TokenCache implements AsyncDisposable {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #cache = new Map<string, CachedToken>();
  /** Tokens that were found before. Looking them up again does not count as guessing. */
  readonly #known = new Map<string, number>();
  readonly #usedAtMs = new Map<number, number>();
  readonly #unwrittenUses = new Set<number>();
  readonly #writer: DelayedWrite;
  readonly #guesses = new Map<string, number>();
  #guessesSinceMs = 0;
  #issued: { readonly atMs: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined;

  constructor(db: Db, now: () => Date, logger: Logger, writeAfterMs: number) {
    this.#db = db;
    this.#now = now;
    this.#writer = new DelayedWrite(writeAfterMs, logger, () => this.#writeUses());
  }

  /**
   * `address` is the sender: one that tries many tokens is stopped before it causes many database queries.
   */
  async find(token: string, address: string): Promise<ClusterToken | undefined> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const nowMs = this.#now().getTime();
    const last = this.#cache.get(key);
    const ageMs = last ? nowMs - last.atMs : Number.NaN;
    if (last && ageMs >= 0 && ageMs < FRESH_MS) return await last.found;
    const guess = this.#known.has(key) ? undefined : this.#countGuess(address, nowMs);
    // Another sender at the same address may be guessing. Valid tokens must still work.
    if (guess?.isTooMany && !(await this.#issuedHashes(nowMs)).has(key))
      throw new AppError('tooManyRequests', { retryAfterS: GUESS_WINDOW_MS / 1000 });
    const found = this.#lookUp(hash, key).then((token) => {
      if (token) guess?.takeBack();
      return token;
    });
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, { atMs: nowMs, found });
    // A failed lookup is not cached.
    found.catch(() => this.#cache.delete(key));
    return await found;
  }

  /** Writes the last use at most once per minute and token. */
  used({ tokenId }: ClusterToken): void {
    const nowMs = this.#now().getTime();
    const lastMs = this.#usedAtMs.get(tokenId);
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < WRITE_USE_EVERY_MS) return;
    this.#usedAtMs.set(tokenId, nowMs);
    this.#unwrittenUses.add(tokenId);
    this.#writer.schedule();
  }

  async #lookUp(hash: Buffer, key: string): Promise<ClusterToken | undefined> {
    const row = await findToken(this.#db, hash);
    if (!row) {
      const tokenId = this.#known.get(key);
      if (tokenId !== undefined) this.#usedAtMs.delete(tokenId);
      this.#known.delete(key);
      return undefined;
    }
    this.#known.set(key, row.tokenId);
    return { tokenId: row.tokenId, hostId: row.hostId, isRevoked: row.revokedAt !== null };
  }

  /** An unknown token counts as a guess until it is found. */
  #countGuess(address: string, nowMs: number): { readonly isTooMany: boolean; takeBack(): void } {
    if (Math.abs(nowMs - this.#guessesSinceMs) >= GUESS_WINDOW_MS) {
      this.#guesses.clear();
      this.#guessesSinceMs = nowMs;
    }
    const who = addressKey(address);
    const count = this.#guesses.get(who) ?? 0;
    const isTooMany = count >= GUESSES_PER_WINDOW || (count === 0 && this.#guesses.size >= MAX_GUESSERS);
    if (!isTooMany) this.#guesses.set(who, count + 1);
    const takeBack = () => {
      const now = this.#guesses.get(who);
      if (!isTooMany && now !== undefined) this.#guesses.set(who, Math.max(0, now - 1));
    };
    return { isTooMany, takeBack };
  }

  /** The hashes of all tokens, read at most once per FRESH_MS. */
  #issuedHashes(nowMs: number): Promise<ReadonlySet<string>> {
    if (this.#issued && Math.abs(nowMs - this.#issued.atMs) < FRESH_MS) return this.#issued.hashes;
    const hashes = readTokenHashes(this.#db).then(
      (all) => new Set(all.map((hash) => hash.toString('base64'))),
    );
    this.#issued = { atMs: nowMs, hashes };
    hashes.catch(() => {
      this.#issued = undefined;
    });
    return hashes;
  }

  async #writeUses(): Promise<void> {
    const tokenIds = [...this.#unwrittenUses];
    this.#unwrittenUses.clear();
    await writeTokenUses(this.#db, tokenIds, this.#now());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#writer[Symbol.asyncDispose]();
  }
}
