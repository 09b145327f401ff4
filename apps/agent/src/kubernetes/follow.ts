import type { Mutex } from 'async-mutex';
import { z } from 'zod';
import { Backoff, pause } from '../http/backoff.ts';
import { isErrorAnswer, linesOf, StatusError } from '../http/http.ts';
import type { ApiClient } from './api-client.ts';
import { MAX_OBJECT_BYTES, readPage } from './read-page.ts';

/** Receives listed objects and changes, in order. An interrupted listing starts again. */
export interface Sink {
  beginListing(): void;
  /** Some objects of the listing: a part of a page, in order. */
  listed(items: readonly unknown[]): Promise<void>;
  endListing(): Promise<void>;
  upsert(object: unknown): void;
  remove(object: unknown): void;
  /** Called after each request to the API server: the error, or undefined when it answered. */
  report(error: unknown): void;
}

export interface FollowOptions {
  /** Allows one listing at a time, in request order: pages are the largest objects in memory. */
  readonly listings?: Mutex;
  readonly pageSize?: number;
  readonly firstWaitMs?: number;
  readonly maxWaitMs?: number;
  readonly watchSec?: number;
}

const PAGE_SIZE = 250;
const WATCH_SEC = 300;
/** Bookmarks come every minute. After a longer time without data the connection is broken. */
const WATCH_IDLE_MS = 150_000;
/** Nobody answers, so requests cost nothing. Until one is answered, the objects are out of date. */
const MAX_UNREACHABLE_WAIT_MS = 5000;
/** The API server answers with an error. Requests cost it something, and repeated ones end in a list of everything. */
const MAX_ERROR_WAIT_MS = 30_000;
/** A missing right, or a resource that the cluster does not have, lasts. A refusal at the start of an API server does not. */
const MAX_REFUSED_WAIT_MS = 60_000;
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 429]);
/** A watch without data that ended sooner than this did not work. */
const SHORT_WATCH_MS = 1000;
/** After this many expired listings the follower requests the list without pages. */
const MAX_EXPIRED_LISTINGS = 3;
/** After this many error answers in a row the follower lists again: the server may refuse a version without a 410. */
const MAX_FAILURES = 5;

const WatchEvent = z.object({
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
  object: z.looseObject({
    metadata: z.object({ resourceVersion: z.string().nullish() }).loose().nullish(),
    code: z.number().nullish(),
    message: z.string().nullish(),
  }),
});

class Expired extends Error {}

/** True: the API server answered, with an error. */
function isAnswer(error: unknown): boolean {
  return error instanceof Expired || isErrorAnswer(error);
}

/**
 * Lists and watches one resource, repeatedly until stopped. After any failure the sink equals a fresh list.
 */
export class Follower {
  readonly #api: ApiClient;
  readonly #path: string;
  readonly #sink: Sink;
  readonly #options: FollowOptions;
  readonly #unreachableBackoff: Backoff;
  readonly #errorBackoff: Backoff;
  readonly #refusalBackoff: Backoff;
  /** Ends the current request or wait. */
  #interrupt = new AbortController();
  /** When the current request began; 0 during a wait. */
  #beganMs = 0;
  #version: string | undefined;

  constructor(api: ApiClient, path: string, sink: Sink, options: FollowOptions = {}) {
    this.#api = api;
    this.#path = path;
    this.#sink = sink;
    this.#options = options;
    const { firstWaitMs = 500, maxWaitMs = Number.POSITIVE_INFINITY } = options;
    this.#unreachableBackoff = new Backoff(firstWaitMs, Math.min(MAX_UNREACHABLE_WAIT_MS, maxWaitMs));
    this.#errorBackoff = new Backoff(firstWaitMs, Math.min(MAX_ERROR_WAIT_MS, maxWaitMs));
    this.#refusalBackoff = new Backoff(firstWaitMs, Math.min(MAX_REFUSED_WAIT_MS, maxWaitMs));
  }

  /** Lists everything again, for a server that lost its state. */
  listAgain(): void {
    this.#version = undefined;
    this.#interrupt.abort();
  }

  /**
   * The API server answers another request again. This follower tries again at once if it waits. It repeats a request
   * that is older than the outage: its connection may have broken without a sign.
   */
  reconnect(outageSinceMs: number): void {
    if (this.#beganMs < outageSinceMs || this.#beganMs === 0) this.#interrupt.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let expiredListings = 0;
    while (!signal.aborted) {
      let waitMs: number;
      try {
        if (this.#version === undefined) {
          const isInOnePiece = expiredListings >= MAX_EXPIRED_LISTINGS;
          const list = () => this.#list(this.#begin(signal), isInOnePiece);
          const listed = await (this.#options.listings ? this.#options.listings.runExclusive(list) : list());
          if (this.#interrupt.signal.aborted) continue;
          this.#version = listed;
          expiredListings = 0;
          failures = 0;
        }
        const hasWorked = await this.#watch(this.#begin(signal));
        failures = 0;
        this.#refusalBackoff.reset();
        if (hasWorked) {
          this.#resetFailures();
          continue;
        }
        waitMs = this.#errorBackoff.nextMs();
      } catch (error) {
        if (signal.aborted) return;
        if (this.#interrupt.signal.aborted) continue;
        if (error instanceof Expired || (error instanceof StatusError && error.status === 410)) {
          if (this.#version === undefined) expiredListings += 1;
          this.#version = undefined;
        } else {
          this.#sink.report(error);
          // An API server that does not answer has not refused the version.
          if (isAnswer(error)) failures += 1;
          if (failures >= MAX_FAILURES) this.#version = undefined;
        }
        waitMs = this.#waitAfter(error);
      }
      if (!(await pause(waitMs, this.#begin(signal, 0)))) continue;
      this.#resetFailures();
      this.#refusalBackoff.reset();
    }
  }

  /** The signal of the next request or wait. */
  #begin(signal: AbortSignal, beganMs = performance.now()): AbortSignal {
    this.#interrupt = new AbortController();
    this.#beganMs = beganMs;
    return AbortSignal.any([signal, this.#interrupt.signal]);
  }

  #waitAfter(error: unknown): number {
    if (error instanceof StatusError && REFUSALS.has(error.status)) {
      this.#resetFailures();
      return this.#refusalBackoff.nextMs();
    }
    this.#refusalBackoff.reset();
    return (isAnswer(error) ? this.#errorBackoff : this.#unreachableBackoff).nextMs();
  }

  #resetFailures(): void {
    this.#unreachableBackoff.reset();
    this.#errorBackoff.reset();
  }

  /** Passes all pages to the sink. Returns the list's resource version. */
  async #list(signal: AbortSignal, isInOnePiece: boolean): Promise<string> {
    this.#sink.beginListing();
    let more: string | undefined;
    for (;;) {
      const limit = isInOnePiece ? undefined : (this.#options.pageSize ?? PAGE_SIZE);
      const page = await readPage(this.#api, { path: this.#path, limit, more }, signal, (items) =>
        this.#sink.listed(items),
      );
      this.#sink.report(undefined);
      more = page.more;
      if (more !== undefined) continue;
      await this.#sink.endListing();
      return page.version;
    }
  }

  /** Runs until the server ends the watch. Returns false if it ended at once without data. */
  async #watch(signal: AbortSignal): Promise<boolean> {
    const seconds = this.#options.watchSec ?? WATCH_SEC;
    const query = new URLSearchParams({
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#version ?? '',
      timeoutSeconds: String(Math.ceil(seconds * (1 + Math.random()))),
    });
    const startedMs = performance.now();
    const answer = await this.#api.open(`${this.#path}?${query}`, { idleMs: WATCH_IDLE_MS, signal });
    this.#sink.report(undefined);
    let hasData = false;
    try {
      for await (const line of linesOf(answer, MAX_OBJECT_BYTES)) {
        if (signal.aborted) break;
        this.#handle(WatchEvent.parse(JSON.parse(line)));
        hasData = true;
      }
    } catch (error) {
      // After data, the follower continues from the last version. If the error persists, the next watch throws it.
      if (error instanceof Expired || !hasData || signal.aborted) throw error;
    } finally {
      answer.destroy();
    }
    return hasData || performance.now() - startedMs > SHORT_WATCH_MS;
  }

  #handle({ type, object }: z.output<typeof WatchEvent>): void {
    if (type === 'ERROR') {
      if (object.code === 410) throw new Expired();
      throw new Error(`the watch ended with an error: ${object.message ?? 'no reason given'}`);
    }
    const version = object.metadata?.resourceVersion;
    if (!version) throw new Error('an object of the watch has no version');
    // Versions of one resource only grow: an object that is not newer was already processed.
    if (this.#version !== undefined && isNotNewer(version, this.#version)) return;
    if (type === 'DELETED') this.#sink.remove(object);
    else if (type !== 'BOOKMARK') this.#sink.upsert(object);
    this.#version = version;
  }
}

const DECIMAL = /^[1-9][0-9]*$/;

/** Compares only numeric versions, as every API server uses. Assumes nothing about others. */
export function isNotNewer(version: string, than: string): boolean {
  if (!DECIMAL.test(version) || !DECIMAL.test(than)) return version === than;
  if (version.length !== than.length) return version.length < than.length;
  return version <= than;
}
