import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import { type InstallFinding, installFindings } from '@gwanje/contract/agent/install-findings';
import { describe, expect, it } from 'vitest';
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

function withProblem(problem: AgentProblem, detail: string): FindingFacts {
  return {
    ...healthy,
    agents: [{ ...agent, problemList: [{ problem, detail, since: ago(60).toISOString() }] }],
  };
}

function refused(reason: RefusalReason, secondsAgo: number, facts: FindingFacts = healthy): FindingFacts {
  return { ...facts, refusals: [{ reason, lastAt: ago(secondsAgo), cnt: 3, detail: null }] };
}

const waitingForAgent: FindingFacts = { ...notInstalled, tokens: { cnt: 1, validCnt: 1, lastAt: ago(30) } };
function silent(name: string, secondsAgo?: number): FindingFacts['silentNodes'][number] {
  return { name, dataAt: secondsAgo === undefined ? null : ago(secondsAgo).toISOString() };
}

const noProxy = 'status 403: User "u" cannot get resource "nodes/proxy" in API group "" at the cluster scope';
const forbidden =
  'pod: pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope';

const table: readonly [what: string, FindingFacts, InstallFinding[]][] = [
  ['no token yet', notInstalled, []],
  ['a token issued 30 seconds ago', waitingForAgent, []],
  [
    'a token issued two minutes ago',
    { ...waitingForAgent, tokens: { cnt: 1, validCnt: 1, lastAt: ago(120) } },
    ['noConnection'],
  ],
  [
    'only revoked tokens',
    { ...waitingForAgent, tokens: { cnt: 2, validCnt: 0, lastAt: ago(600) } },
    ['noValidToken'],
  ],
  ['a healthy installation', healthy, []],
  ['no batch for five minutes', { ...healthy, lastBatchAt: ago(300), inventoryAt: ago(300) }, ['silent']],
  ['no inventory for five minutes', { ...healthy, inventoryAt: ago(300) }, ['inventorySilent']],
  ['only node agents, no cluster agent', { ...healthy, inventoryAt: null }, []],
  ['an unknown token', refused('unknownToken', 600, waitingForAgent), ['unknownToken']],
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
  [
    'an agent with a wrong clock',
    { ...healthy, agents: [{ ...agent, isClockWrong: true, clockSkewMs: -61_000 }] },
    ['clockSkew'],
  ],
  ['an outdated agent', { ...healthy, agents: [{ ...agent, version: '0.1.9' }] }, ['outdatedAgent']],
  [
    'an outdated agent that stopped sending',
    { ...healthy, agents: [agent, { ...agent, version: '0.1.9', lastBatchAt: ago(400).toISOString() }] },
    [],
  ],
  ['an unreachable API server', withProblem('apiUnreachable', 'connect ECONNREFUSED'), ['apiUnreachable']],
  ['an API server that answers 503', withProblem('apiError', 'pod: status 503'), ['apiError']],
  [
    "an API server that rejects the agent's credentials",
    withProblem('apiUnauthorized', 'status 401'),
    ['apiUnauthorized'],
  ],
  ['a missing right', withProblem('apiForbidden', forbidden), ['missingRight']],
  [
    'an unreachable kubelet',
    withProblem('kubeletUnreachable', 'n1: /stats/summary: ETIMEDOUT'),
    ['kubeletUnreachable'],
  ],
  [
    "a kubelet that rejects the agent's credentials",
    withProblem('kubeletUnauthorized', 'n1: /stats/summary: status 401'),
    ['kubeletUnauthorized'],
  ],
  [
    'a kubelet that names the missing right',
    withProblem(
      'kubeletUnauthorized',
      'n1: /x: Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[stats])',
    ),
    ['missingRight'],
  ],
  [
    'a kubelet with an untrusted certificate',
    withProblem('kubeletTls', 'n1: /x: self-signed certificate'),
    ['kubeletTls'],
  ],
  ['a kubelet that answers 500', withProblem('kubeletError', 'n1: /x: status 500'), ['kubeletError']],
  ['a virtual node', withProblem('nodeWithoutStatistics', 'virtual-1'), ['nodeWithoutStatistics']],
  ['a full buffer', withProblem('bufferFull', 'oldest dropped'), ['bufferFull']],
  [
    'a right to logs that was chosen and is refused',
    { ...healthy, logReading: 'refused' },
    ['missingLogRight'],
  ],
  ['logs that were not chosen', { ...healthy, logReading: 'notChosen' }, []],
  ['nodes without samples', { ...healthy, silentNodes: [silent('n1'), silent('n2')] }, ['nodeAgentsMissing']],
  [
    'nodes without samples shortly after the first batch of the cluster',
    { ...healthy, firstBatchAt: ago(30), silentNodes: [silent('n1')] },
    [],
  ],
  [
    'nodes without samples because of an untrusted certificate',
    { ...withProblem('kubeletTls', 'n1: /x: self-signed'), silentNodes: [silent('n1')] },
    ['kubeletTls'],
  ],
  [
    'an agent outside the cluster without nodes/proxy',
    { ...withProblem('apiProxyForbidden', noProxy), silentNodes: [silent('n1'), silent('n2')] },
    ['apiProxyForbidden'],
  ],
  [
    'a node whose name the API server cannot resolve',
    {
      ...withProblem('kubeletNameUnresolved', 'n1: /stats/summary: status 503: lookup n1: no such host'),
      silentNodes: [silent('n1')],
    },
    ['kubeletNameUnresolved'],
  ],
  [
    'a manifest with a server address on this machine',
    { ...waitingForAgent, serverUrl: 'http://localhost:4100' },
    ['localServerUrl'],
  ],
  ['an agent on the same machine as the server', { ...healthy, serverUrl: 'http://localhost:4100' }, []],
  [
    'nodes whose statistics stopped with the API server',
    { ...withProblem('apiUnreachable', 'connect ECONNREFUSED'), silentNodes: [silent('n1', 80)] },
    ['apiUnreachable'],
  ],
  [
    'nodes without samples long before the API server went away',
    { ...withProblem('apiUnreachable', 'connect ECONNREFUSED'), silentNodes: [silent('n1', 900)] },
    ['apiUnreachable', 'nodeAgentsMissing'],
  ],
  [
    'kubelets that cannot check tokens without the API server',
    {
      ...healthy,
      agents: [
        withProblem('apiUnreachable', 'connect ECONNREFUSED').agents[0] ?? agent,
        withProblem('kubeletUnauthorized', 'n1: /stats/summary: status 401').agents[0] ?? agent,
      ],
      silentNodes: [silent('n1', 50)],
    },
    ['apiUnreachable'],
  ],
];

describe('findingsOf', () => {
  it.each(table)('reports the expected findings for %s', (_what, facts, expected) => {
    expect(findingsOf(facts, now.getTime()).map(({ finding }) => finding)).toEqual(expected);
  });

  it('is tested with a row for every finding', () => {
    expect(new Set(table.flatMap(([, , findings]) => findings))).toEqual(new Set(installFindings));
  });

  it('names the missing nodes/proxy, the nodes of an outage, and the address that agents use', () => {
    const [proxy] = findingsOf(withProblem('apiProxyForbidden', noProxy), now.getTime());
    expect(proxy).toMatchObject({ nameList: ['get nodes/proxy'], cnt: 1, detail: noProxy });
    const outage = { ...withProblem('apiUnreachable', 'ECONNREFUSED'), silentNodes: [silent('n1', 80)] };
    expect(findingsOf(outage, now.getTime())).toMatchObject([{ nameList: ['n1'], cnt: 1 }]);
    const late = { ...waitingForAgent, tokens: { cnt: 1, validCnt: 1, lastAt: ago(120) } };
    expect(findingsOf(late, now.getTime())).toMatchObject([{ nameList: ['https://gwanje.example.com'] }]);
  });

  it.each([
    'Forbidden (user=u, verb=get, resource=nodes, subresource=stats)',
    'Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[stats])',
  ])('reads the missing right from the words of older and newer kubelets: %s', (detail) => {
    expect(missingRights({ detail })).toEqual(['get nodes/stats']);
  });

  it('names rights, nodes and versions, with their count and at most ten names', () => {
    const [right] = findingsOf(withProblem('apiForbidden', forbidden), now.getTime());
    expect(right).toMatchObject({ nameList: ['list pods'], detail: forbidden, at: ago(60).toISOString() });
    const [tls] = findingsOf(withProblem('kubeletTls', 'n1: /stats/summary: self-signed'), now.getTime());
    expect(tls).toMatchObject({ nameList: ['n1'], cnt: 1 });
    const [old] = findingsOf({ ...healthy, agents: [{ ...agent, version: '0.1.9' }] }, now.getTime());
    expect(old).toMatchObject({ nameList: ['0.1.9'], cnt: 1 });
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const [missing] = findingsOf(
      { ...healthy, silentNodes: names.map((name) => silent(name)) },
      now.getTime(),
    );
    expect(missing).toMatchObject({ cnt: 30, nameList: names.slice(0, 10) });
  });
});
