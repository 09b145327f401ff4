import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import { describe, expect, it } from 'vitest';
import { type InstallFacts, stepsOf } from './install-steps.ts';

const now = new Date('2026-03-02T00:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const notInstalled: InstallFacts = {
  tokens: { cnt: 0, validCnt: 0, firstAt: null },
  agentCnt: 0,
  firstBatchAt: null,
  lastBatchAt: null,
  inventoryAt: null,
  objects: { cnt: 0, firstAt: null },
  lastSampleAt: null,
  problems: [],
  refusals: [],
};
function refused(minutesAgo: number): InstallFacts['refusals'][number] {
  return { reason: 'revokedToken', lastAt: ago(minutesAgo), cnt: 1, detail: null };
}
function since(minutesAgo: number, problem: AgentProblem): InstallFacts['problems'][number] {
  return { problem, since: ago(minutesAgo).toISOString() };
}
const downloaded: InstallFacts = { ...notInstalled, tokens: { cnt: 1, validCnt: 1, firstAt: ago(10) } };
const connected: InstallFacts = { ...downloaded, agentCnt: 1, firstBatchAt: ago(9), lastBatchAt: ago(0) };
const listed: InstallFacts = { ...connected, inventoryAt: ago(0), objects: { cnt: 20, firstAt: ago(8) } };
const complete: InstallFacts = { ...listed, lastSampleAt: ago(0) };

function states(facts: InstallFacts): string {
  return stepsOf(facts, now.getTime())
    .map(({ state }) => state)
    .join(' ');
}

describe('installation steps', () => {
  it.each<[string, InstallFacts, string]>([
    ['no token yet', notInstalled, 'waiting waiting waiting waiting'],
    ['a downloaded manifest', downloaded, 'done waiting waiting waiting'],
    [
      'a manifest whose token is revoked',
      { ...notInstalled, tokens: { cnt: 1, validCnt: 0, firstAt: ago(10) } },
      'failed waiting waiting waiting',
    ],
    [
      'an agent whose token is refused',
      { ...downloaded, refusals: [refused(1)] },
      'done failed waiting waiting',
    ],
    ['a connected agent', connected, 'done done waiting waiting'],
    [
      'an agent whose token was refused before',
      { ...connected, inventoryAt: ago(0), refusals: [refused(2)] },
      'done done waiting waiting',
    ],
    [
      'an agent without the right to list',
      { ...connected, problems: [since(0, 'apiForbidden')] },
      'done done failed waiting',
    ],
    [
      'an agent whose token is refused since its last batch',
      { ...complete, lastBatchAt: ago(2), refusals: [refused(1)] },
      'done failed done done',
    ],
    [
      'a cluster agent whose token is refused while node agents send',
      { ...complete, inventoryAt: ago(2), refusals: [refused(1)] },
      'done failed done done',
    ],
    [
      'a cluster agent whose token is refused from the start while node agents send',
      { ...connected, lastSampleAt: ago(0), refusals: [refused(1)] },
      'done failed waiting done',
    ],
    [
      'node agents whose token is refused while the cluster agent sends',
      { ...complete, lastSampleAt: ago(2), refusals: [refused(1)] },
      'done failed done done',
    ],
    [
      'node agents whose token is refused from the start while the cluster agent sends',
      { ...listed, refusals: [refused(1)] },
      'done failed done waiting',
    ],
    [
      'node agents whose token was refused before, and no cluster agent',
      { ...connected, lastSampleAt: ago(0), refusals: [refused(2)] },
      'done done waiting done',
    ],
    [
      'an API server that refused one request for a moment',
      { ...complete, problems: [since(0, 'apiError')] },
      'done done done done',
    ],
    [
      'an API server that fails for five minutes',
      { ...complete, problems: [since(5, 'apiError')] },
      'done done failed done',
    ],
    [
      'an API server that fails before the first list',
      { ...connected, problems: [since(0, 'apiError')] },
      'done done failed waiting',
    ],
    [
      'an API server that no agent reaches',
      { ...complete, problems: [since(0, 'apiUnreachable')] },
      'done done failed done',
    ],
    [
      'an agent that lost its rights',
      { ...complete, problems: [since(0, 'apiForbidden')] },
      'done done failed done',
    ],
    ['an inventory', listed, 'done done done waiting'],
    [
      'an agent outside the cluster without nodes/proxy',
      { ...listed, problems: [since(0, 'apiProxyForbidden')] },
      'done done done failed',
    ],
    [
      'kubelets with an untrusted certificate',
      { ...listed, problems: [since(0, 'kubeletTls')] },
      'done done done failed',
    ],
    ['inventory and statistics', complete, 'done done done done'],
    [
      'inventory and statistics, with problems on some nodes',
      { ...complete, problems: [since(0, 'nodeWithoutStatistics'), since(0, 'kubeletError')] },
      'done done done done',
    ],
    [
      'no batch for five minutes',
      { ...complete, lastBatchAt: ago(5), inventoryAt: ago(5), lastSampleAt: ago(5) },
      'done failed waiting waiting',
    ],
    ['no inventory for five minutes', { ...complete, inventoryAt: ago(5) }, 'done done failed done'],
    ['no statistics for five minutes', { ...complete, lastSampleAt: ago(5) }, 'done done done failed'],
    ['statistics before the inventory', { ...connected, lastSampleAt: ago(0) }, 'done done waiting done'],
  ])('have the expected states with %s', (_what, facts, expected) => {
    expect(states(facts)).toBe(expected);
  });

  it('report when each step was reached, and its count', () => {
    expect(stepsOf(complete, now.getTime())).toMatchObject([
      { step: 'manifest', at: ago(10), cnt: 1 },
      { step: 'connected', at: ago(9), cnt: 1 },
      { step: 'inventory', at: ago(8), cnt: 20 },
      { step: 'statistics', at: ago(0), cnt: null },
    ]);
  });
});
