import type { Db } from '@gwanje/backend/database/schema';
import type { RefusalReason } from '@gwanje/contract/agent/refusals';
import { AppError } from '@gwanje/contract/definition/errors';
import { HostIdText } from '@gwanje/contract/definition/ids';
import type { Logger } from 'pino';
import { cleanText } from '../decode/decode.ts';
import { DelayedWrite } from '../delayed-write.ts';
import { reasonOf } from '../refusal.ts';
import { mergeRefusals, type RefusalWrite, writeRefusals } from './refusal-repository.ts';

const DETAIL_LENGTH = 300;
const MAX_PENDING = 1000;

/** Counts refused batches by cluster and reason. It writes them after a short delay in one statement. */
export class RefusalCounter implements AsyncDisposable {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #write: DelayedWrite;
  #pending: RefusalWrite[] = [];

  constructor(db: Db, now: () => Date, logger: Logger, writeAfterMs: number) {
    this.#db = db;
    this.#now = now;
    this.#write = new DelayedWrite(writeAfterMs, logger, () => this.#writePending());
  }

  /** Does nothing for an error that is not a refusal. */
  countError(hostId: number, error: unknown): void {
    const reason = reasonOf(error);
    if (reason) this.count(hostId, reason, detailOf(error));
  }

  count(hostId: number, reason: RefusalReason, detail: string | null = null): void {
    this.#pending.push({ hostId, reason, cnt: 1, atMs: this.#now().getTime(), detail });
    if (this.#pending.length >= MAX_PENDING) this.#pending = mergeRefusals(this.#pending);
    this.#write.schedule();
  }

  /**
   * Counts for the cluster that an unknown sender claims to be. Any sender can do this, so the count is
   * bounded.
   */
  countClaimed(claimed: string | string[] | undefined, reason: RefusalReason): void {
    const hostId = HostIdText.safeParse(claimed).data;
    if (hostId !== undefined && this.#pending.length < MAX_PENDING) this.count(hostId, reason);
  }

  async #writePending(): Promise<void> {
    const refusals = this.#pending;
    this.#pending = [];
    try {
      await writeRefusals(this.#db, refusals);
    } catch (error) {
      this.#pending = mergeRefusals([...refusals, ...this.#pending]);
      throw error;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#write[Symbol.asyncDispose]();
  }
}

function detailOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  const { reason: _reason, ...rest } = error.detail;
  if (Object.keys(rest).length === 0) return null;
  return cleanText(JSON.stringify(rest)).slice(0, DETAIL_LENGTH);
}
