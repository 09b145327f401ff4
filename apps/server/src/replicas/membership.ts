import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ConfigError } from '@gwanje/backend/config/env';
import { isLeaseHeld, Lease, type LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import type { Logger } from 'pino';
import { forgetOwners, listLiveReplicaUrls, replicaRow } from './membership-repository.ts';

export interface MembershipOptions {
  readonly db: Db;
  readonly url: string;
  readonly version: string;
  readonly logger: Logger;
  readonly leaseMs?: number | undefined;
  readonly renewEveryMs?: number | undefined;
}

/** The lease of a server that runs alone on its database. */
export const SERVER_LEASE = 'server';
const ASK_AGAIN_MS = 2_000;

/**
 * This process as one of the replicas: a row that it renews. A replica that cannot renew it stops being a
 * member before the others take its clusters.
 */
export class Membership implements LeaseState, AsyncDisposable {
  readonly #row: ReturnType<typeof newRow>;
  readonly #lease: Lease;

  /** Waits while another process has the address, or while a server without replicas uses the database. */
  static async join(options: MembershipOptions): Promise<Membership> {
    const { db, logger, url } = options;
    for (let attempt = 0; ; attempt++) {
      if (!(await isLeaseHeld(db, SERVER_LEASE))) {
        const row = newRow(options);
        const lease = await Lease.openRow(replicaRow(db, row), options);
        if (!lease.isHeld()) logger.warn({ url }, 'another replica has this address: waiting until it stops');
        await lease.firstHeld;
        // A server writes its lease and then reads the replicas, so one of both always sees the other.
        if (!(await isLeaseHeld(db, SERVER_LEASE))) return new Membership(row, lease);
        await lease[Symbol.asyncDispose]();
      }
      if (attempt === 0)
        logger.warn('a server without GWANJE_REPLICA_URL uses this database: waiting until it stops');
      await setTimeout(ASK_AGAIN_MS);
    }
  }

  private constructor(row: ReturnType<typeof newRow>, lease: Lease) {
    this.#row = row;
    this.#lease = lease;
  }

  get replicaId(): string {
    return this.#row.replicaId;
  }

  isHeld(): boolean {
    return this.#lease.isHeld();
  }

  /** How long this process has been a member without a break. */
  heldForMs(): number {
    return this.#lease.heldForMs();
  }

  /** Resolves when another process has taken the address: this one must stop. */
  get taken(): Promise<void> {
    return this.#lease.taken;
  }

  get isLeaving(): boolean {
    return this.#row.isLeaving;
  }

  get isSynced(): boolean {
    return this.#row.isSynced;
  }

  /** The others may hand clusters over to this replica. */
  async markSynced(): Promise<void> {
    if (this.#row.isSynced) return;
    this.#row.isSynced = true;
    await this.#lease.renew();
  }

  /** The others take the clusters of this replica. */
  async markLeaving(): Promise<void> {
    this.#row.isLeaving = true;
    await this.#lease.renew();
  }

  /** The others learn it with the next renewal. */
  reportBehindEngines(engines: readonly string[]): void {
    this.#row.behindEngines = engines;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#lease[Symbol.asyncDispose]();
  }
}

/** The id is new with every start: nobody takes this process for an earlier one. */
function newRow({ url, version }: MembershipOptions) {
  return {
    replicaId: randomBytes(5).toString('hex'),
    url,
    version,
    isSynced: false,
    isLeaving: false,
    behindEngines: [] as readonly string[],
  };
}

/** For a server without replicas, which holds its lease. Transactions of a replica that was paused fail from now on. */
export async function requireNoReplicas(db: Db): Promise<void> {
  const urls = await listLiveReplicaUrls(db);
  if (urls.length > 0)
    throw new ConfigError(
      `replicas use this database (${urls.join(', ')}): give this server its own GWANJE_REPLICA_URL, or stop them`,
    );
  await forgetOwners(db);
}
