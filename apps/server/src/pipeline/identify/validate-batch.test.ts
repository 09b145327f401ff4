import { expect, it } from 'vitest';
import { ClusterMemory, MAX_AGENTS } from '../state/cluster-memory.ts';
import { Sender } from '../testing/batches.ts';
import { NO_LIMITS } from '../testing/test-pipeline.ts';
import { validateBatch } from './validate-batch.ts';

const NOW_MS = Date.parse('2026-03-02T09:30:00Z');
it('refuses a new agent beyond the limit of its role while the others send, and accepts known agents', () => {
  const cluster = new ClusterMemory(1);
  const refused = (agentId: string, role: 'cluster' | 'node', atMs = NOW_MS) =>
    validateBatch(new Sender(1, agentId, role).next(atMs), cluster, NO_LIMITS);
  for (let no = 0; no < MAX_AGENTS.node; no++) {
    const agentId = `agent-${no}`;
    cluster.agents.set(agentId, {
      agentId,
      role: 'node',
      version: '1',
      lastSeq: 1,
      recentBatches: [],
      lastBatchAtMs: NOW_MS,
      clockSkewMs: 0,
      problemList: [],
      isResyncNeeded: false,
    });
  }
  expect(refused('another', 'node')).toMatchObject({
    errorName: 'tooLarge',
    detail: { reason: 'objectLimit' },
  });
  expect(refused('agent-7', 'node')).toBeUndefined();
  expect(refused('another', 'cluster')).toBeUndefined();
  expect(refused('another', 'node', NOW_MS + 20 * 60_000)).toBeUndefined();
});
