import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import { type InstallFinding, installFindings } from '@gwanje/contract/agent/install-findings';
import { describe, expect, it, test } from 'vitest';
import { type FindingFacts, findingsOf, missingRights } from './findings.ts';

const now = new Date('2026-03-02T00:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
type Agent = FindingFacts['agents'][number];

const agent: Agent = {
  agentId: 'cluster-1',
  version: '0.2.0',
  lastBatchAt: ago(5).toISOString(),
  isClockWrong: false,
  clockSkewMs: 0,
  problemList: [],
};
const healthy: FindingFacts = {
  serverVersion: '0.2.0',
  serverUrl: 'https://gwanje.example.com',
  tokens: { cnt: 1, validCnt: 1, lastAt: ago(3600) },
  firstBatchAt: ago(3000),
  lastBatchAt: ago(5),
  inventoryAt: ago(5),
  agents: [agent],
  refusals: [],
  logReading: 'allowed',
  silentNodes: [],
};
const notInstalled: FindingFacts = {
  ...healthy,
  tokens: { cnt: 0, validCnt: 0, lastAt: null },
  firstBatchAt: null,
  lastBatchAt: null,
  inventoryAt: null,
  agents: [],
};

function withProblem(problem: AgentProblem, detail = ''): FindingFacts {
  return withAgent({ problemList: [{ problem, detail, since: ago(60).toISOString() }] });
}
function withAgent(values: Partial<Agent>): FindingFacts {
  return { ...healthy, agents: [{ ...agent, ...values }] };
}
function refused(reason: RefusalReason, secondsAgo: number, facts: FindingFacts = healthy): FindingFacts {
  return { ...facts, refusals: [{ reason, lastAt: ago(secondsAgo), cnt: 3, detail: null }] };
}
/** With nodes whose last data is that old; null when there was none. */
function silent(
  dataAgo: number | null,
  names: readonly string[],
  facts: FindingFacts = healthy,
): FindingFacts {
  const dataAt = dataAgo === null ? null : ago(dataAgo).toISOString();
  return { ...facts, silentNodes: names.map((name) => ({ name, dataAt })) };
}

function downloaded(secondsAgo: number, validCnt = 1): FindingFacts {
  return { ...notInstalled, tokens: { cnt: 1, validCnt, lastAt: ago(secondsAgo) } };
}

const noProxy = 'status 403: User "u" cannot get resource "nodes/proxy" in API group "" at the cluster scope';
const forbidden =
  'pod: pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope';
const noStatistics = 'n1: /x: Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[stats])';
const unreachable = withProblem('apiUnreachable', 'connect ECONNREFUSED');
const unauthorized = withProblem('kubeletUnauthorized', 'n1: /stats/summary: status 401');
const untrusted = withProblem('kubeletTls', 'n1: /stats/summary: self-signed certificate');
const stopped = { ...agent, version: '0.1.9', lastBatchAt: ago(400).toISOString() };
const localUrl = { serverUrl: 'http://localhost:4100' };

const table: readonly [what: string, FindingFacts, InstallFinding[]][] = [
  ['no token yet', notInstalled, []],
  ['a token issued 30 seconds ago', downloaded(30), []],
  ['a token issued two minutes ago', downloaded(120), ['noConnection']],
  ['only revoked tokens', downloaded(600, 0), ['noValidToken']],
  ['a healthy installation', healthy, []],
  ['no batch for five minutes', { ...healthy, lastBatchAt: ago(300), inventoryAt: ago(300) }, ['silent']],
  ['no inventory for five minutes', { ...healthy, inventoryAt: ago(300) }, ['inventorySilent']],
  ['only node agents, no cluster agent', { ...healthy, inventoryAt: null }, []],
  ['an unknown token', refused('unknownToken', 600, downloaded(30)), ['unknownToken']],
  ['a revoked token that an agent tried a minute ago', refused('revokedToken', 60), ['revokedToken']],
  ['a revoked token that no agent tried for two minutes', refused('revokedToken', 120), []],
  ['a token of the other role', refused('wrongTokenRole', 60), ['wrongTokenRole']],
  ['numbers that do not continue', refused('agentIdConflict', 60), ['agentIdConflict']],
  ['values below 0', refused('negativeValue', 10), ['negativeValue']],
  ['batches from the future', refused('futureClock', 10), ['futureClock']],
  ['batches that cannot be decoded', refused('notDecodable', 10), ['unreadableBatches']],
  ['batches that fail validation', refused('invalidBatch', 10), ['unreadableBatches']],
  ['batches that are too large', refused('tooLarge', 10), ['tooLarge']],
  ['too many objects', refused('objectLimit', 10), ['objectLimit']],
  ['too many new objects', refused('seriesLimit', 10), ['seriesLimit']],
  ['too many events', refused('eventLimit', 10), ['eventLimit']],
  ['too many changes', refused('changeLimit', 10), ['changeLimit']],
  ['a limit that was reached an hour ago', refused('changeLimit', 3600), []],
  ['an agent with a wrong clock', withAgent({ isClockWrong: true, clockSkewMs: -61_000 }), ['clockSkew']],
  ['an outdated agent', withAgent({ version: '0.1.9' }), ['outdatedAgent']],
  ['an outdated agent that stopped sending', { ...healthy, agents: [agent, stopped] }, []],
  ['an unreachable API server', unreachable, ['apiUnreachable']],
  ['an API server that answers 503', withProblem('apiError', 'pod: status 503'), ['apiError']],
  ['rejected credentials of the agent', withProblem('apiUnauthorized', 'status 401'), ['apiUnauthorized']],
  ['a missing right', withProblem('apiForbidden', forbidden), ['missingRight']],
  ['an unreachable kubelet', withProblem('kubeletUnreachable', 'n1: /x: ETIMEDOUT'), ['kubeletUnreachable']],
  ["a kubelet that rejects the agent's credentials", unauthorized, ['kubeletUnauthorized']],
  [
    'a kubelet that names the missing right',
    withProblem('kubeletUnauthorized', noStatistics),
    ['missingRight'],
  ],
  ['a kubelet with an untrusted certificate', untrusted, ['kubeletTls']],
  ['a kubelet that answers 500', withProblem('kubeletError', 'n1: /x: status 500'), ['kubeletError']],
  ['a virtual node', withProblem('nodeWithoutStatistics', 'virtual-1'), ['nodeWithoutStatistics']],
  ['a full buffer', withProblem('bufferFull', 'oldest dropped'), ['bufferFull']],
  ['a chosen right to logs that is refused', { ...healthy, logReading: 'refused' }, ['missingLogRight']],
  ['logs that were not chosen', { ...healthy, logReading: 'notChosen' }, []],
  ['nodes without samples', silent(null, ['n1', 'n2']), ['nodeAgentsMissing']],
  [
    'nodes without samples soon after the first batch',
    { ...silent(null, ['n1']), firstBatchAt: ago(30) },
    [],
  ],
  ['nodes without samples because of their certificate', silent(null, ['n1'], untrusted), ['kubeletTls']],
  [
    'an agent outside the cluster without nodes/proxy',
    silent(null, ['n1', 'n2'], withProblem('apiProxyForbidden', noProxy)),
    ['apiProxyForbidden'],
  ],
  [
    'a node whose name the API server cannot resolve',
    silent(null, ['n1'], withProblem('kubeletNameUnresolved', 'n1: /x: status 503: lookup n1: no such host')),
    ['kubeletNameUnresolved'],
  ],
  [
    'a manifest with a server address on this machine',
    { ...downloaded(30), ...localUrl },
    ['localServerUrl'],
  ],
  ['an agent on the same machine as the server', { ...healthy, ...localUrl }, []],
  ['nodes that stopped with the API server', silent(80, ['n1'], unreachable), ['apiUnreachable']],
  [
    'nodes without samples long before the API server went away',
    silent(900, ['n1'], unreachable),
    ['apiUnreachable', 'nodeAgentsMissing'],
  ],
  [
    'kubelets that cannot check tokens without the API server',
    silent(50, ['n1'], { ...healthy, agents: [...unreachable.agents, ...unauthorized.agents] }),
    ['apiUnreachable'],
  ],
];

function found(facts: FindingFacts) {
  return findingsOf(facts, now.getTime());
}

describe('findingsOf', () => {
  it.each(table)('reports the expected findings for %s', (_what, facts, expected) => {
    expect(found(facts).map(({ finding }) => finding)).toEqual(expected);
  });

  it('is tested with a row for every finding', () => {
    expect(new Set(table.flatMap(([, , findings]) => findings))).toEqual(new Set(installFindings));
  });

  const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
  it.each<[string, FindingFacts, object]>([
    [
      'the missing nodes/proxy',
      withProblem('apiProxyForbidden', noProxy),
      { nameList: ['get nodes/proxy'], cnt: 1, detail: noProxy },
    ],
    [
      'the missing right',
      withProblem('apiForbidden', forbidden),
      { nameList: ['list pods'], detail: forbidden, at: ago(60).toISOString() },
    ],
    ['the nodes of an outage', silent(80, ['n1'], unreachable), { nameList: ['n1'], cnt: 1 }],
    ['the address that agents use', downloaded(120), { nameList: ['https://gwanje.example.com'] }],
    ['the node of a kubelet', untrusted, { nameList: ['n1'], cnt: 1 }],
    ['the outdated version', withAgent({ version: '0.1.9' }), { nameList: ['0.1.9'], cnt: 1 }],
    ['at most ten of many nodes', silent(null, names), { nameList: names.slice(0, 10), cnt: 30 }],
  ])('names %s', (_what, facts, expected) => {
    expect(found(facts)).toMatchObject([expected]);
  });
});

test.each([
  [
    'pod: status 403: pods is forbidden: User "system:serviceaccount:gwanje:a" cannot list resource "pods" in API group "" at the cluster scope',
    ['list pods'],
  ],
  [
    'deployment: deployments.apps is forbidden: User "u" cannot watch resource "deployments" in API group "apps" at the cluster scope',
    ['watch deployments.apps'],
  ],
  // Older kubelets.
  ['Forbidden (user=u, verb=get, resource=nodes, subresource=stats)', ['get nodes/stats']],
  [
    'node-1: /stats/summary: status 403: Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[stats])',
    ['get nodes/stats'],
  ],
  [
    'node-1: /metrics: Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[metrics proxy])',
    ['get nodes/metrics', 'get nodes/proxy'],
  ],
  ['status 403', []],
  ['<html>403 from a proxy on the way</html>', []],
])('reads the missing rights from: %s', (detail, rights) => {
  expect(missingRights({ detail })).toEqual(rights);
});
