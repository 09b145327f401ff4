import type { Batch } from '@gwanje/kinds/batch';
import type { KnownAgent, StoredBatch } from './cluster-memory.ts';

/** An agent drops its oldest batches when its buffer is full. A longer gap needs a new agent id. */
export const MAX_GAP = 10_000;
/**
 * An agent sends one batch at a time and resends it until it is acknowledged. It resends earlier batches only
 * after a crash or when its disk fails.
 */
export const RECENT_BATCHES = 16;

/**
 * - `next`: the batch is not stored yet.
 * - `stored`: the agent resends a batch that is stored.
 * - `conflict`: another sender has used this number or this id, or the numbers jump. An acknowledgement would
 *   lose the batch, so the agent has to send it under a new id.
 */
export type BatchNumber = 'next' | 'stored' | 'conflict';

type NumberedBatch = Pick<Batch, 'seq' | 'sentAt'> & { readonly agent: Pick<Batch['agent'], 'role'> };

export function checkNumber(
  batch: NumberedBatch,
  known: Pick<KnownAgent, 'role' | 'lastSeq' | 'recentBatches'> | undefined,
): BatchNumber {
  if (!known) return 'next';
  if (known.role !== batch.agent.role) return 'conflict';
  if (batch.seq > known.lastSeq) return batch.seq - known.lastSeq > MAX_GAP ? 'conflict' : 'next';
  const { seq, sentMs } = storedBatch(batch);
  const isStored = known.recentBatches.some((stored) => stored.seq === seq && stored.sentMs === sentMs);
  return isStored ? 'stored' : 'conflict';
}

/** The batches to remember after `batch` is stored. */
export function withBatch(recent: readonly StoredBatch[], batch: NumberedBatch): readonly StoredBatch[] {
  return [...recent.slice(1 - RECENT_BATCHES), storedBatch(batch)];
}

/** Two batches of one agent never have the same number and time, unless they are the same batch. */
function storedBatch({ seq, sentAt }: NumberedBatch): StoredBatch {
  return { seq, sentMs: Date.parse(sentAt) };
}

/** Whether two batches of one agent are copies. */
export function isSameBatch(a: NumberedBatch, b: NumberedBatch): boolean {
  return a.seq === b.seq && a.sentAt === b.sentAt;
}
