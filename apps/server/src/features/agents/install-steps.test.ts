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
  problems: new Set(),
  refusals: [],
};
function refused(minutesAgo: number): InstallFacts['refusals'][number] {
  return { reason: 'revokedToken', lastAt: ago(minutesAgo), cnt: 1, detail: null };
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
      { ...connected, refusals: [refused(1)] },
      'done done waiting waiting',
    ],
    [
      'an agent without the right to list',
      { ...connected, problems: new Set(['apiForbidden'] as const) },
      'done done failed waiting',
    ],
    [
      'an agent whose token is refused since its last batch',
      { ...complete, lastBatchAt: ago(2), refusals: [refused(1)] },
      'done failed done done',
    ],
    [
      'an agent that lost its rights',
      { ...complete, problems: new Set(['apiForbidden'] as const) },
      'done done failed done',
    ],
    ['an inventory', listed, 'done done done waiting'],
    [
      'an agent outside the cluster without nodes/proxy',
      { ...listed, problems: new Set(['apiProxyForbidden'] as const) },
      'done done done failed',
    ],
    [
      'kubelets with an untrusted certificate',
      { ...listed, problems: new Set(['kubeletTls'] as const) },
      'done done done failed',
    ],
    ['inventory and statistics', complete, 'done done done done'],
    [
      'inventory and statistics, with problems on some nodes',
      { ...complete, problems: new Set(['nodeWithoutStatistics', 'kubeletError'] as const) },
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
