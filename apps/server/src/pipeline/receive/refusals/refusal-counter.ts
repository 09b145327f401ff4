import type { Db } from '@gwanje/backend/database/schema';
import type { RefusalReason } from '@gwanje/contract/agent/agent-problems';
import { AppError } from '@gwanje/contract/definition/errors';
import { idTextSchema } from '@gwanje/contract/definition/fields';
import type { Logger } from 'pino';
import { cleanText } from '../decode/decode.ts';
import { delayedWrite } from '../delayed-write.ts';
import { reasonOf } from '../refusal.ts';
import { mergeRefusals, type RefusalWrite, writeRefusals } from './refusal-repository.ts';

const HostIdText = idTextSchema('HostId');
const DETAIL_LENGTH = 300;
const MAX_PENDING = 1000;

/** Counts refused batches by cluster and reason. It writes them after a short delay in one statement. */
export function refusalCounter(db: Db, now: () => Date, logger: Logger, writeAfterMs: number) {
  let pending: RefusalWrite[] = [];
  const writer = delayedWrite(writeAfterMs, logger, async () => {
    const refusals = pending;
    pending = [];
    try {
      await writeRefusals(db, refusals);
    } catch (error) {
      pending = mergeRefusals([...refusals, ...pending]);
      throw error;
    }
  });
  function count(hostId: number, reason: RefusalReason, detail: string | null = null): void {
    pending.push({ hostId, reason, cnt: 1, atMs: now().getTime(), detail });
    if (pending.length >= MAX_PENDING) pending = mergeRefusals(pending);
    writer.schedule();
  }
  return {
    count,
    /** Does nothing for an error that is not a refusal. */
    countError(hostId: number, error: unknown): void {
      const reason = reasonOf(error);
      if (reason) count(hostId, reason, detailOf(error));
    },
    /**
     * Counts for the cluster that an unknown sender claims to be. Any sender can do this, so the count is
     * bounded.
     */
    countClaimed(claimed: string | string[] | undefined, reason: RefusalReason): void {
      if (pending.length >= MAX_PENDING) return;
      const hostId = HostIdText.safeParse(claimed).data;
      if (hostId !== undefined) count(hostId, reason);
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  };
}

function detailOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  const { reason: _reason, ...rest } = error.detail;
  if (Object.keys(rest).length === 0) return null;
  return cleanText(JSON.stringify(rest)).slice(0, DETAIL_LENGTH);
}
