import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { every } from '../lifecycle/every.ts';
import type { Db } from './schema.ts';

export interface LeaseState {
  /** True while this process is the only one on the database that does the work. */
  isHeld(): boolean;
}

/** For tests with one process and a fake clock. */
export const ALWAYS_HELD: LeaseState = { isHeld: () => true };

export interface LeaseOptions {
  readonly db: Db;
  readonly name: string;
  readonly logger: Logger;
  readonly leaseMs?: number;
  readonly renewEveryMs?: number;
}

/** A process killed on another machine is replaced within 10 s: 7 s until its lease expires, 2 s to ask. */
const LEASE_MS = 7_000;
const RENEW_EVERY_MS = 2_000;

/** Holders of this process. Another holder with the same host and process id belongs to a process that has ended. */
const own = new Set<string>();

/**
 * A lease in the database, by the database's clock. A process that cannot renew it stops being the holder
 * before another process can take it: it measures from its request, by its local clock. The lease is a table
 * row and not a lock, because the embedded database has no sessions.
 */
export class Lease implements LeaseState, AsyncDisposable {
  readonly holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  readonly #firstHeld = Promise.withResolvers<void>();
  readonly #taken = Promise.withResolvers<void>();
  readonly #options: LeaseOptions;
  readonly #leaseMs: number;
  readonly #renewing: AsyncDisposable;
  #untilMs = 0;
  #wasEverHeld = false;

  static async open(options: LeaseOptions): Promise<Lease> {
    const lease = new Lease(options);
    await lease.#renew().catch((err: unknown) => options.logger.warn({ err }, 'lease not requested'));
    return lease;
  }

  private constructor(options: LeaseOptions) {
    this.#options = options;
    own.add(this.holder);
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    const renewEveryMs = options.renewEveryMs ?? RENEW_EVERY_MS;
    this.#renewing = every(renewEveryMs, options.logger, `lease: ${options.name}`, () => this.#renew());
  }

  isHeld(): boolean {
    return performance.now() < this.#untilMs;
  }

  /** Resolves when this process first holds the lease. */
  get firstHeld(): Promise<void> {
    return this.#firstHeld.promise;
  }

  /** Resolves when another process took the lease from this one: the state in memory may be outdated. */
  get taken(): Promise<void> {
    return this.#taken.promise;
  }

  /** Releases the lease, so that the next process need not wait until it expires. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#renewing[Symbol.asyncDispose]();
    this.#untilMs = 0;
    const { db, name, logger } = this.#options;
    await sql`delete from process_lease where name = ${name} and holder = ${this.holder}`
      .execute(db)
      .catch((err: unknown) => logger.warn({ err }, 'lease not released'));
  }

  async #renew(): Promise<void> {
    const { name, logger } = this.#options;
    const askedMs = performance.now();
    const isHeld = (await this.#ask()) || ((await this.#releaseOfEndedProcess()) && (await this.#ask()));
    const wasHeld = this.isHeld();
    this.#untilMs = isHeld ? askedMs + this.#leaseMs : 0;
    if (isHeld) {
      this.#wasEverHeld = true;
      this.#firstHeld.resolve();
    } else if (this.#wasEverHeld) this.#taken.resolve();
    if (this.isHeld() !== wasHeld) logger.info({ lease: name, isHeld: this.isHeld() }, 'lease changed');
  }

  async #ask(): Promise<boolean> {
    const { db, name } = this.#options;
    const lease = sql`make_interval(secs => ${this.#leaseMs / 1000}::float8)`;
    // A lease that expires later than any new one was written before the clock was set back.
    const { rows } = await sql`
      insert into process_lease (name, holder, expires_at) values (${name}, ${this.holder}, clock_timestamp() + ${lease})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where process_lease.holder = excluded.holder or process_lease.expires_at <= clock_timestamp()
        or process_lease.expires_at > clock_timestamp() + ${lease}
      returning holder`.execute(db);
    return rows.length > 0;
  }

  /** Releases the lease of a killed process of this machine: a restart need not wait until it expires. */
  async #releaseOfEndedProcess(): Promise<boolean> {
    const { db, name } = this.#options;
    const row = await db
      .selectFrom('processLease')
      .select('holder')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row || !hasEnded(row.holder)) return false;
    await db.deleteFrom('processLease').where('name', '=', name).where('holder', '=', row.holder).execute();
    return true;
  }
}

function hasEnded(holder: string): boolean {
  const [host, pid] = holder.split('/');
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return !own.has(holder);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
