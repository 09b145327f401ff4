import { expect, it } from 'vitest';
import { ClusterMemory, MAX_AGENTS } from '../state/cluster-memory.ts';
import { Sender } from '../testing/batches.ts';
import { NO_LIMITS } from '../testing/test-pipeline.ts';
import { validateBatch } from './validate-batch.ts';

const NOW_MS = Date.parse('2026-03-02T09:30:00Z');
it('refuses a new agent beyond the limit and accepts known agents', () => {
  const cluster = new ClusterMemory(1);
  for (let no = 0; no < MAX_AGENTS; no++) {
    const agentId = `agent-${no}`;
    cluster.agents.set(agentId, {
      agentId,
      role: 'node',
      version: '1',
      lastSeq: 1,
      lastBatchAtMs: NOW_MS,
      clockSkewMs: 0,
      problemList: [],
      isResyncNeeded: false,
    });
  }
  expect(validateBatch(new Sender(1, 'another').next(NOW_MS), cluster, NO_LIMITS)).toMatchObject({
    errorName: 'tooLarge',
    detail: { reason: 'objectLimit' },
  });
  expect(validateBatch(new Sender(1, 'agent-7').next(NOW_MS), cluster, NO_LIMITS)).toBeUndefined();
  cluster.dropSilentAgents(NOW_MS + 3 * 86_400_000);
  expect(validateBatch(new Sender(1, 'another').next(NOW_MS), cluster, NO_LIMITS)).toBeUndefined();
});
