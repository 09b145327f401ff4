import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { every } from '../lifecycle/every.ts';
import type { Database } from './schema.ts';

export interface OnDuty {
  /** Whether this process, and no other on the same database, does it now. */
  isOn(): boolean;
}

/** Where there is one process alone, and somebody moves its clock. */
export const ALWAYS_ON_DUTY: OnDuty = { isOn: () => true };

export interface DutyOptions {
  readonly db: Kysely<Database>;
  readonly name: string;
  readonly logger: Logger;
  readonly leaseMs?: number;
  readonly renewEveryMs?: number;
}

/** One that was killed elsewhere is replaced when its lease has ended and the next has asked: in ten seconds at most. */
const LEASE_MS = 7_000;
const RENEW_EVERY_MS = 2_000;

/** Made by this process: whatever else has its host and number is of one that is no more. */
const own = new Set<string>();

/**
 * A lease in the database, by the database's clock. Whoever cannot renew it counts as off duty before anybody else can
 * take it: by its own clock, from the moment it asked. A table and not a lock, for the embedded database has no sessions.
 */
export class Duty implements OnDuty, AsyncDisposable {
  readonly holder = `${hostname()}/${process.pid}/${randomUUID()}`;
  readonly #begun = Promise.withResolvers<void>();
  readonly #taken = Promise.withResolvers<void>();
  readonly #options: DutyOptions;
  readonly #leaseMs: number;
  readonly #renewing: AsyncDisposable;
  #untilMs = 0;
  #hasBegun = false;

  static async open(options: DutyOptions): Promise<Duty> {
    const duty = new Duty(options);
    await duty.#renew().catch((err: unknown) => options.logger.warn({ err }, 'duty not asked for'));
    return duty;
  }

  private constructor(options: DutyOptions) {
    this.#options = options;
    own.add(this.holder);
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    const renewEveryMs = options.renewEveryMs ?? RENEW_EVERY_MS;
    this.#renewing = every(renewEveryMs, options.logger, `duty: ${options.name}`, () => this.#renew());
  }

  isOn(): boolean {
    return performance.now() < this.#untilMs;
  }

  /** When this process first has it. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** When another has it after this process had: whatever this one knows may no longer be so. */
  get taken(): Promise<void> {
    return this.#taken.promise;
  }

  /** The next one need not wait until the lease has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#renewing[Symbol.asyncDispose]();
    this.#untilMs = 0;
    const { db, name, logger } = this.#options;
    await sql`delete from duty where name = ${name} and holder = ${this.holder}`
      .execute(db)
      .catch((err: unknown) => logger.warn({ err }, 'duty not handed over'));
  }

  async #renew(): Promise<void> {
    const { name, logger } = this.#options;
    const askedMs = performance.now();
    const isHeld = (await this.#ask()) || ((await this.#forgetGone()) && (await this.#ask()));
    const wasOn = this.isOn();
    this.#untilMs = isHeld ? askedMs + this.#leaseMs : 0;
    if (isHeld) {
      this.#hasBegun = true;
      this.#begun.resolve();
    } else if (this.#hasBegun) this.#taken.resolve();
    if (this.isOn() !== wasOn) logger.info({ duty: name, isOn: this.isOn() }, 'duty changed');
  }

  async #ask(): Promise<boolean> {
    const { db, name } = this.#options;
    const lease = sql`make_interval(secs => ${this.#leaseMs / 1000}::float8)`;
    // A lease that ends later than any can is of a clock that was set back since.
    const { rows } = await sql`
      insert into duty (name, holder, until_at) values (${name}, ${this.holder}, clock_timestamp() + ${lease})
      on conflict (name) do update set holder = excluded.holder, until_at = excluded.until_at
      where duty.holder = excluded.holder or duty.until_at <= clock_timestamp()
        or duty.until_at > clock_timestamp() + ${lease}
      returning holder`.execute(db);
    return rows.length > 0;
  }

  /** A process of this machine that was killed holds nothing any more: a restart need not wait for its lease to end. */
  async #forgetGone(): Promise<boolean> {
    const { db, name } = this.#options;
    const row = await db.selectFrom('duty').select('holder').where('name', '=', name).executeTakeFirst();
    if (!row || !isGone(row.holder)) return false;
    await db.deleteFrom('duty').where('name', '=', name).where('holder', '=', row.holder).execute();
    return true;
  }
}

function isGone(holder: string): boolean {
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
