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

interface LeaseTimes {
  readonly logger: Logger;
  readonly leaseMs?: number | undefined;
  readonly renewEveryMs?: number | undefined;
}

export interface LeaseOptions extends LeaseTimes {
  readonly db: Db;
  readonly name: string;
}

/** The row of a lease. Its statements use the database's clock. */
export interface LeaseRow {
  readonly name: string;
  /** Takes or renews the lease. False while another process holds it. */
  request(holder: string, leaseMs: number): Promise<boolean>;
  holder(): Promise<string | undefined>;
  remove(holder: string): Promise<void>;
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
  readonly #row: LeaseRow;
  readonly #logger: Logger;
  readonly #leaseMs: number;
  readonly #renewing: AsyncDisposable;
  #sinceMs = 0;
  #untilMs = 0;
  #wasEverHeld = false;

  static open({ db, name, ...times }: LeaseOptions): Promise<Lease> {
    return Lease.openRow(processLeaseRow(db, name), times);
  }

  static async openRow(row: LeaseRow, times: LeaseTimes): Promise<Lease> {
    const lease = new Lease(row, times);
    await lease.renew().catch((err: unknown) => times.logger.warn({ err }, 'lease not requested'));
    return lease;
  }

  private constructor(
    row: LeaseRow,
    { logger, leaseMs = LEASE_MS, renewEveryMs = RENEW_EVERY_MS }: LeaseTimes,
  ) {
    this.#row = row;
    this.#logger = logger;
    this.#leaseMs = leaseMs;
    own.add(this.holder);
    this.#renewing = every(renewEveryMs, logger, `lease: ${row.name}`, () => this.renew());
  }

  isHeld(): boolean {
    return performance.now() < this.#untilMs;
  }

  /** How long the lease has been held without a break. */
  heldForMs(): number {
    return this.isHeld() ? performance.now() - this.#sinceMs : 0;
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
    await this.#row
      .remove(this.holder)
      .catch((err: unknown) => this.#logger.warn({ err }, 'lease not released'));
  }

  async renew(): Promise<void> {
    const askedMs = performance.now();
    const isHeld =
      (await this.#request()) || ((await this.#releaseOfEndedProcess()) && (await this.#request()));
    const wasHeld = this.isHeld();
    this.#untilMs = isHeld ? askedMs + this.#leaseMs : 0;
    if (isHeld) {
      this.#wasEverHeld = true;
      this.#firstHeld.resolve();
    } else if (this.#wasEverHeld) this.#taken.resolve();
    if (this.isHeld() === wasHeld) return;
    this.#sinceMs = askedMs;
    this.#logger.info({ lease: this.#row.name, isHeld: this.isHeld() }, 'lease changed');
  }

  #request(): Promise<boolean> {
    return this.#row.request(this.holder, this.#leaseMs);
  }

  /** Releases the lease of a killed process of this machine: a restart need not wait until it expires. */
  async #releaseOfEndedProcess(): Promise<boolean> {
    const holder = await this.#row.holder();
    if (holder === undefined || !hasEnded(holder)) return false;
    await this.#row.remove(holder);
    return true;
  }
}

function processLeaseRow(db: Db, name: string): LeaseRow {
  return {
    name,
    async request(holder, leaseMs) {
      const lease = sql`make_interval(secs => ${leaseMs / 1000}::float8)`;
      // A lease that expires later than any new one was written before the clock was set back.
      const { rows } = await sql`
        insert into process_lease (name, holder, expires_at) values (${name}, ${holder}, clock_timestamp() + ${lease})
        on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
        where process_lease.holder = excluded.holder or process_lease.expires_at <= clock_timestamp()
          or process_lease.expires_at > clock_timestamp() + ${lease}
        returning holder`.execute(db);
      return rows.length > 0;
    },
    async holder() {
      const row = await db
        .selectFrom('processLease')
        .select('holder')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.holder;
    },
    async remove(holder) {
      await db.deleteFrom('processLease').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

/** Whether a process on the database holds the lease now. */
export async function isLeaseHeld(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from process_lease where name = ${name} and expires_at > clock_timestamp()`.execute(db);
  return rows.length > 0;
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
