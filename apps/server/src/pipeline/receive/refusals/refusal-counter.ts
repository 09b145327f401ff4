import type { Db } from '@gwanje/backend/database/schema';
import { ClusterKey, type RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Logger } from 'pino';
import { cleanText } from '../decode/decode.ts';
import { delayedWrite } from '../delayed-write.ts';
import { reasonOf } from '../refusal.ts';
import { findClustersByKey, mergeRefusals, type RefusalWrite, writeRefusals } from './refusal-repository.ts';

const DETAIL_LENGTH = 300;
const MAX_PENDING = 1000;

/** Counts refused batches by cluster and reason. It writes them after a short delay in one statement. */
export function refusalCounter(db: Db, now: () => Date, logger: Logger, writeAfterMs: number) {
  let pending: RefusalWrite[] = [];
  /** By cluster key. Only the key of an existing cluster becomes a refusal. */
  let claims = new Map<string, Omit<RefusalWrite, 'hostId'>>();
  const writer = delayedWrite(writeAfterMs, logger, async () => {
    const [refusals, claimed] = [pending, claims];
    pending = [];
    claims = new Map();
    try {
      await writeRefusals(db, [...refusals, ...(await claimedRefusals(db, claimed))]);
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
     * Counts for the cluster whose key an unknown sender has. Any sender can try keys, so their number is bounded.
     */
    countClaimed(claimed: string | string[] | undefined, reason: RefusalReason): void {
      const key = ClusterKey.safeParse(claimed).data;
      if (key === undefined || (!claims.has(key) && claims.size >= MAX_PENDING)) return;
      const cnt = (claims.get(key)?.cnt ?? 0) + 1;
      claims.set(key, { reason, cnt, atMs: now().getTime(), detail: null });
      writer.schedule();
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  };
}

async function claimedRefusals(
  db: Db,
  claims: ReadonlyMap<string, Omit<RefusalWrite, 'hostId'>>,
): Promise<RefusalWrite[]> {
  if (claims.size === 0) return [];
  const clusters = await findClustersByKey(db, [...claims.keys()]);
  return clusters.flatMap(({ hostId, claimKey }) => {
    const claim = claims.get(claimKey);
    return claim ? [{ ...claim, hostId }] : [];
  });
}

function detailOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  const { reason: _reason, ...rest } = error.detail;
  if (Object.keys(rest).length === 0) return null;
  return cleanText(JSON.stringify(rest)).slice(0, DETAIL_LENGTH);
}
