import { describe, expect, it } from 'vitest';
import { checkNumber, MAX_GAP, RECENT_BATCHES, withBatch } from './batch-number.ts';
import type { StoredBatch } from './cluster-memory.ts';

const START_MS = Date.parse('2026-03-02T09:30:00Z');

function batch(seq: number, sentMs = START_MS + seq, role: 'cluster' | 'node' = 'cluster') {
  return { seq, sentAt: new Date(sentMs).toISOString(), agent: { role } };
}

/** An agent whose batches 1 … lastSeq are stored. */
function agentAt(lastSeq: number) {
  let recentBatches: readonly StoredBatch[] = [];
  for (let seq = 1; seq <= lastSeq; seq++) recentBatches = withBatch(recentBatches, batch(seq));
  return { role: 'cluster' as const, lastSeq, recentBatches };
}

describe('the number of a batch', () => {
  it('may be any for an unknown agent, and the next after dropped batches', () => {
    expect(checkNumber(batch(777), undefined)).toBe('next');
    expect(checkNumber(batch(101), agentAt(100))).toBe('next');
    expect(checkNumber(batch(100 + MAX_GAP), agentAt(100))).toBe('next');
  });

  it('counts as stored only for the same batch among the recent ones', () => {
    const agent = agentAt(100);
    expect(agent.recentBatches).toHaveLength(RECENT_BATCHES);
    for (let seq = 101 - RECENT_BATCHES; seq <= 100; seq++)
      expect(checkNumber(batch(seq), agent)).toBe('stored');
    expect(checkNumber(batch(100 - RECENT_BATCHES), agent)).toBe('conflict');
    expect(checkNumber(batch(100, START_MS), agent)).toBe('conflict');
  });

  it.each([101 + MAX_GAP, 2 ** 53 - 2])('conflicts after a jump to %d', (seq) => {
    expect(checkNumber(batch(seq, START_MS), agentAt(100))).toBe('conflict');
  });

  it('conflicts when agents of both roles use the same id', () => {
    expect(checkNumber(batch(101, START_MS, 'node'), agentAt(100))).toBe('conflict');
  });
});
