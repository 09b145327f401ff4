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
const downloaded: InstallFacts = { ...notInstalled, tokens: { cnt: 1, validCnt: 1, firstAt: ago(10) } };
const connected: InstallFacts = { ...downloaded, agentCnt: 1, firstBatchAt: ago(9), lastBatchAt: ago(0) };
const sampling: InstallFacts = { ...connected, lastSampleAt: ago(0) };
const listed: InstallFacts = { ...connected, inventoryAt: ago(0), objects: { cnt: 20, firstAt: ago(8) } };
const complete: InstallFacts = { ...listed, lastSampleAt: ago(0) };

/** With an agent whose token was refused at that time. */
function refused(minutesAgo: number, facts: InstallFacts): InstallFacts {
  return { ...facts, refusals: [{ reason: 'revokedToken', lastAt: ago(minutesAgo), cnt: 1, detail: null }] };
}
function since(minutesAgo: number, facts: InstallFacts, ...problems: AgentProblem[]): InstallFacts {
  return {
    ...facts,
    problems: problems.map((problem) => ({ problem, since: ago(minutesAgo).toISOString() })),
  };
}

describe('installation steps', () => {
  const revoked = { ...notInstalled, tokens: { cnt: 1, validCnt: 0, firstAt: ago(10) } };
  const silent = { ...complete, lastBatchAt: ago(5), inventoryAt: ago(5), lastSampleAt: ago(5) };
  // A step that waits is a dash.
  it.each<[string, InstallFacts, string]>([
    ['no token yet', notInstalled, '- - - -'],
    ['a downloaded manifest', downloaded, 'done - - -'],
    ['a manifest whose token is revoked', revoked, 'failed - - -'],
    ['an agent whose token is refused', refused(1, downloaded), 'done failed - -'],
    ['a connected agent', connected, 'done done - -'],
    ['a token that was refused before', refused(2, { ...connected, inventoryAt: ago(0) }), 'done done - -'],
    ['an agent without the right to list', since(0, connected, 'apiForbidden'), 'done done failed -'],
    [
      'a token refused since the last batch',
      refused(1, { ...complete, lastBatchAt: ago(2) }),
      'done failed done done',
    ],
    [
      'a refused cluster agent beside node agents',
      refused(1, { ...complete, inventoryAt: ago(2) }),
      'done failed done done',
    ],
    ['a cluster agent refused from the start beside node agents', refused(1, sampling), 'done failed - done'],
    [
      'refused node agents beside a cluster agent',
      refused(1, { ...complete, lastSampleAt: ago(2) }),
      'done failed done done',
    ],
    ['node agents refused from the start beside a cluster agent', refused(1, listed), 'done failed done -'],
    ['node agents that were refused before, and no cluster agent', refused(2, sampling), 'done done - done'],
    ['an API server that refused one request', since(0, complete, 'apiError'), 'done done done done'],
    ['an API server that fails for five minutes', since(5, complete, 'apiError'), 'done done failed done'],
    ['an API server that fails before the first list', since(0, connected, 'apiError'), 'done done failed -'],
    ['an API server that no agent reaches', since(0, complete, 'apiUnreachable'), 'done done failed done'],
    ['an agent that lost its rights', since(0, complete, 'apiForbidden'), 'done done failed done'],
    ['an inventory', listed, 'done done done -'],
    ['an agent outside without nodes/proxy', since(0, listed, 'apiProxyForbidden'), 'done done done failed'],
    ['kubelets with an untrusted certificate', since(0, listed, 'kubeletTls'), 'done done done failed'],
    ['inventory and statistics', complete, 'done done done done'],
    [
      'problems on some nodes',
      since(0, complete, 'nodeWithoutStatistics', 'kubeletError'),
      'done done done done',
    ],
    ['no batch for five minutes', silent, 'done failed - -'],
    ['no inventory for five minutes', { ...complete, inventoryAt: ago(5) }, 'done done failed done'],
    ['no statistics for five minutes', { ...complete, lastSampleAt: ago(5) }, 'done done done failed'],
    ['statistics before the inventory', sampling, 'done done - done'],
  ])('have the expected states with %s', (_what, facts, expected) => {
    const states = stepsOf(facts, now.getTime()).map(({ state }) => (state === 'waiting' ? '-' : state));
    expect(states.join(' ')).toBe(expected);
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
