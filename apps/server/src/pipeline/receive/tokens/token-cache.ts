import type { Db } from '@gwanje/backend/database/schema';
import { addressKey } from '@gwanje/backend/identity/login-throttle';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Batch } from '@gwanje/kinds/batch';
import type { Logger } from 'pino';
import { type DelayedWrite, delayedWrite } from '../delayed-write.ts';
import { findToken, readTokens, writeTokenUses } from './token-repository.ts';

export interface ClusterToken {
  readonly tokenId: number;
  readonly hostId: number;
  readonly role: Batch['agent']['role'];
  readonly isRevoked: boolean;
}

/** A revoked token is refused after this time at the latest. */
const FRESH_MS = 2000;
const MAX_LOOKED_UP = 20_000;
const WRITE_USE_EVERY_MS = 60_000;
const GUESS_WINDOW_MS = 60_000;
const GUESSES_PER_WINDOW = 100;
const MAX_GUESSERS = 10_000;

/** Tokens by their hash, so that the time of a comparison reveals nothing. */
interface Tokens {
  readonly issued: ReadonlyMap<string, ClusterToken>;
  /** Tokens that were not among the issued ones; a token may have been issued since they were read. */
  readonly lookedUp: Map<string, Promise<ClusterToken | undefined>>;
}

/** Finds the cluster of a token. All issued tokens are in memory and are read again every few seconds. */
export class TokenCache implements AsyncDisposable {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #usedAtMs = new Map<number, number>();
  readonly #unwrittenUses = new Set<number>();
  readonly #writer: DelayedWrite;
  readonly #guesses = new Map<string, number>();
  #guessesSinceMs = 0;
  #read: { readonly atMs: number; readonly tokens: Promise<Tokens> } | undefined;

  constructor(db: Db, now: () => Date, logger: Logger, writeAfterMs: number) {
    this.#db = db;
    this.#now = now;
    this.#writer = delayedWrite(writeAfterMs, logger, () => this.#writeUses());
  }

  /**
   * `address` is the sender: one that tries many tokens is stopped before it causes many database queries.
   */
  async find(token: string, address: string): Promise<ClusterToken | undefined> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const nowMs = this.#now().getTime();
    const { issued, lookedUp } = await this.#readTokens(nowMs);
    const known = issued.get(key) ?? lookedUp.get(key);
    if (known) return await known;
    const takeBack = this.#countGuess(addressKey(address), nowMs);
    const found = findToken(this.#db, hash).then((token) => {
      if (token) takeBack();
      return token;
    });
    if (lookedUp.size >= MAX_LOOKED_UP) lookedUp.clear();
    lookedUp.set(key, found);
    // A failed lookup is not cached.
    found.catch(() => lookedUp.delete(key));
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

  #readTokens(nowMs: number): Promise<Tokens> {
    if (this.#read && Math.abs(nowMs - this.#read.atMs) < FRESH_MS) return this.#read.tokens;
    const tokens = readTokens(this.#db).then((all): Tokens => {
      const issued = new Map(all.map(({ tokenHash, ...token }) => [tokenHash.toString('base64'), token]));
      const tokenIds = new Set(all.map(({ tokenId }) => tokenId));
      for (const tokenId of this.#usedAtMs.keys()) if (!tokenIds.has(tokenId)) this.#usedAtMs.delete(tokenId);
      return { issued, lookedUp: new Map() };
    });
    this.#read = { atMs: nowMs, tokens };
    tokens.catch(() => {
      this.#read = undefined;
    });
    return tokens;
  }

  /** An unknown token counts as a guess until it is found: the returned function then takes the guess back. */
  #countGuess(who: string, nowMs: number): () => void {
    if (Math.abs(nowMs - this.#guessesSinceMs) >= GUESS_WINDOW_MS) {
      this.#guesses.clear();
      this.#guessesSinceMs = nowMs;
    }
    const count = this.#guesses.get(who) ?? 0;
    if (count >= GUESSES_PER_WINDOW || (count === 0 && this.#guesses.size >= MAX_GUESSERS))
      throw new AppError('tooManyRequests', { retryAfterS: GUESS_WINDOW_MS / 1000 });
    this.#guesses.set(who, count + 1);
    return () => this.#guesses.set(who, Math.max(0, (this.#guesses.get(who) ?? 0) - 1));
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
