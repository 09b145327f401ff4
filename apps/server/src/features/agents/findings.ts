import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import {
  type Finding,
  type InstallFinding,
  installFindings,
  type LogReading,
} from '@gwanje/contract/agent/install-findings';
import type { AgentState } from '@gwanje/contract/clusters/cluster-state';
import { isOutdated } from '@gwanje/domain/agents/versions';
import { isLocalUrl } from '@gwanje/domain/formats/localhost';
import { STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import type { z } from 'zod';

export interface FindingFacts {
  readonly serverVersion: string;
  /** The server address in manifests. */
  readonly serverUrl: string;
  readonly tokens: { readonly cnt: number; readonly validCnt: number; readonly lastAt: Date | null };
  readonly firstBatchAt: Date | null;
  readonly lastBatchAt: Date | null;
  /** Time of the last batch from an agent that sends inventory; null when there was none. */
  readonly inventoryAt: Date | null;
  readonly agents: readonly Omit<z.infer<typeof AgentState>, 'role'>[];
  readonly refusals: readonly {
    readonly reason: RefusalReason;
    readonly lastAt: Date;
    readonly cnt: number;
    readonly detail: string | null;
  }[];
  readonly logReading: LogReading;
  /** Existing nodes without current samples, with the time of their last one. */
  readonly silentNodes: readonly { readonly name: string; readonly dataAt: string | null }[];
}

/** Time to pull images and schedule pods; until then no agent is late. */
const INSTALL_GRACE_MS = 2 * 60_000;
/** Agents with a refused token retry every minute. */
const TOKEN_RETRY_WINDOW_MS = 90_000;
/** Clocks of agents differ a little. */
const CLOCK_TOLERANCE_MS = 60_000;
const TOKEN_REFUSALS: ReadonlySet<RefusalReason> = new Set([
  'unknownToken',
  'revokedToken',
  'wrongTokenRole',
]);
const MAX_NAMES = 10;

type Problem = FindingFacts['agents'][number]['problemList'][number];

/** The current problems, with causes before their consequences. */
export function findingsOf(facts: FindingFacts, nowMs: number): Finding[] {
  const agents = activeAgents(facts);
  const reported = agents.flatMap(({ problemList }) => problemList);
  const outage = outageOf(facts, reported);
  const problems = reported.filter((problem) => !outage?.problems.has(problem));
  return [
    ...tokenFindings(facts),
    ...addressFindings(facts),
    ...refusalFindings(facts, nowMs),
    ...silenceFindings(facts, nowMs),
    ...clockFindings(agents),
    ...versionFindings(agents, facts.serverVersion),
    ...problemFindings(problems, outage),
    ...(facts.logReading === 'refused' ? [found('missingLogRight', { names: ['get pods/log'] })] : []),
    ...nodeFindings(facts, problems, outage, nowMs),
  ];
}

/** An agent that stopped while others continue belonged to a deleted node. */
export function activeAgents<Facts extends Pick<FindingFacts, 'agents' | 'lastBatchAt'>>({
  agents,
  lastBatchAt,
}: Facts): Facts['agents'] {
  const lastMs = lastBatchAt?.getTime() ?? 0;
  return agents.filter((agent) => lastMs - Date.parse(agent.lastBatchAt) < STALE_AFTER_MS);
}

function tokenFindings({ tokens }: FindingFacts): Finding[] {
  return tokens.cnt > 0 && tokens.validCnt === 0 ? [found('noValidToken', { cnt: tokens.cnt })] : [];
}

/** Agents on other machines never reach a local address. An agent that has connected is on this machine. */
function addressFindings({ serverUrl, tokens, lastBatchAt }: FindingFacts): Finding[] {
  const isWrong = lastBatchAt === null && tokens.validCnt > 0 && isLocalUrl(serverUrl);
  return isWrong ? [found('localServerUrl', { names: [serverUrl] })] : [];
}

/** The effects of an API server that the agent does not reach. */
interface Outage {
  readonly problems: ReadonlySet<Problem>;
  /** Nodes whose statistics stopped with it. */
  readonly nodeNames: readonly string[];
}

/**
 * While the API server is away, kubelets cannot check the token of an agent, and an agent outside the cluster
 * reads no kubelet. What was wrong before is not an effect.
 */
function outageOf({ silentNodes }: FindingFacts, reported: readonly Problem[]): Outage | null {
  const times = reported.filter(({ problem }) => problem === 'apiUnreachable').map(({ since }) => since);
  if (times.length === 0) return null;
  const fromMs = Math.min(...times.map((since) => Date.parse(since))) - CLOCK_TOLERANCE_MS;
  const isEffect = ({ problem, since }: Problem) =>
    (problem === 'kubeletUnauthorized' || problem === 'kubeletError') && Date.parse(since) >= fromMs;
  const problems = new Set(reported.filter(isEffect));
  const stopped = silentNodes.filter(({ dataAt }) => dataAt !== null && Date.parse(dataAt) >= fromMs);
  return { problems, nodeNames: [...[...problems].flatMap(nodeNames), ...stopped.map(({ name }) => name)] };
}

function findingOfRefusal(reason: RefusalReason): InstallFinding {
  return reason === 'notDecodable' || reason === 'invalidBatch' ? 'unreadableBatches' : reason;
}

function refusalFindings(facts: FindingFacts, nowMs: number): Finding[] {
  return facts.refusals
    .filter(({ lastAt, reason }) => isCurrent(lastAt, reason, facts, nowMs))
    .map(({ reason, lastAt, cnt, detail }) =>
      found(findingOfRefusal(reason), { at: lastAt.toISOString(), cnt, detail }),
    );
}

/** An agent is refused for its token: the cluster agent or node agents, which have separate tokens. */
export function isTokenRefused(
  facts: Pick<FindingFacts, 'refusals' | 'lastBatchAt'>,
  nowMs: number,
): boolean {
  return facts.refusals.some(
    ({ lastAt, reason }) => TOKEN_REFUSALS.has(reason) && isCurrent(lastAt, reason, facts, nowMs),
  );
}

/** True when refusals continue, or when the server accepted no batch after the last refusal. */
function isCurrent(
  lastAt: Date,
  reason: RefusalReason,
  { lastBatchAt }: Pick<FindingFacts, 'lastBatchAt'>,
  nowMs: number,
): boolean {
  if (nowMs - lastAt.getTime() < (TOKEN_REFUSALS.has(reason) ? TOKEN_RETRY_WINDOW_MS : STALE_AFTER_MS))
    return true;
  return lastBatchAt === null || lastBatchAt < lastAt;
}

function silenceFindings(facts: FindingFacts, nowMs: number): Finding[] {
  const { tokens, refusals, lastBatchAt, inventoryAt, serverUrl } = facts;
  const isSilent = (lastAt: Date) => nowMs - lastAt.getTime() >= STALE_AFTER_MS;
  if (lastBatchAt !== null) {
    if (isSilent(lastBatchAt)) return [found('silent', { at: lastBatchAt.toISOString() })];
    if (inventoryAt === null || !isSilent(inventoryAt)) return [];
    return [found('inventorySilent', { at: inventoryAt.toISOString() })];
  }
  // A refused agent reached the server, so there is a connection.
  if (tokens.validCnt === 0 || tokens.lastAt === null || refusals.length > 0) return [];
  const isLate = nowMs - tokens.lastAt.getTime() >= INSTALL_GRACE_MS;
  return isLate ? [found('noConnection', { at: tokens.lastAt.toISOString(), names: [serverUrl] })] : [];
}

function clockFindings(agents: FindingFacts['agents']): Finding[] {
  const wrong = agents.filter(({ isClockWrong }) => isClockWrong);
  const worst = wrong.toSorted((a, b) => Math.abs(b.clockSkewMs) - Math.abs(a.clockSkewMs))[0];
  if (!worst) return [];
  const detail = `${worst.clockSkewMs > 0 ? '+' : ''}${Math.round(worst.clockSkewMs / 1000)} s`;
  return [found('clockSkew', { cnt: wrong.length, names: wrong.map(({ agentId }) => agentId), detail })];
}

function versionFindings(agents: FindingFacts['agents'], serverVersion: string): Finding[] {
  const old = agents.filter(({ version }) => isOutdated(version, serverVersion));
  if (old.length === 0) return [];
  return [found('outdatedAgent', { cnt: old.length, names: old.map(({ version }) => version) })];
}

function problemFindings(problems: readonly Problem[], outage: Outage | null): Finding[] {
  const byFinding = Map.groupBy(problems, findingOfProblem);
  return installFindings.flatMap((finding) => {
    const some = byFinding.get(finding);
    const [first] = some ?? [];
    if (!some || !first) return [];
    const names = namesOf(finding, some, outage);
    const at = some.map(({ since }) => since).toSorted()[0] ?? null;
    const isAboutNodes =
      finding.startsWith('kubelet') ||
      finding === 'nodeWithoutStatistics' ||
      (finding === 'apiUnreachable' && names.length > 0);
    return [
      found(finding, {
        at,
        cnt: isAboutNodes ? new Set(names).size : some.length,
        names,
        detail: first.detail,
      }),
    ];
  });
}

function namesOf(
  finding: InstallFinding,
  some: readonly Problem[],
  outage: Outage | null,
): readonly string[] {
  if (finding === 'missingRight' || finding === 'apiProxyForbidden') return some.flatMap(missingRights);
  if (finding === 'apiUnreachable') return outage?.nodeNames ?? [];
  return some.flatMap(nodeNames);
}

/** A kubelet that authenticates the agent and still refuses: a right is missing, and the message names it. */
function findingOfProblem(problem: Problem): InstallFinding {
  const isRight = problem.problem === 'kubeletUnauthorized' && missingRights(problem).length > 0;
  return isRight || problem.problem === 'apiForbidden' ? 'missingRight' : problem.problem;
}

/** A kubelet problem begins with the node's name; for nodes without statistics it is only the name. */
function nodeNames({ problem, detail }: Problem): string[] {
  if (problem === 'nodeWithoutStatistics') return [detail];
  return problem.startsWith('kubelet') ? [detail.split(': ', 1)[0] ?? detail] : [];
}

function nodeFindings(
  { silentNodes, firstBatchAt }: FindingFacts,
  problems: readonly Problem[],
  outage: Outage | null,
  nowMs: number,
): Finding[] {
  if (firstBatchAt === null || nowMs - firstBatchAt.getTime() < INSTALL_GRACE_MS) return [];
  // An agent that needs nodes/proxy reads all nodes.
  if (problems.some(({ problem }) => problem === 'apiProxyForbidden')) return [];
  const explained = new Set([...problems.flatMap(nodeNames), ...(outage?.nodeNames ?? [])]);
  const names = silentNodes.map(({ name }) => name).filter((name) => !explained.has(name));
  return names.length === 0 ? [] : [found('nodeAgentsMissing', { cnt: names.length, names })];
}

interface About {
  readonly at?: string | null;
  readonly cnt?: number;
  readonly names?: readonly string[];
  readonly detail?: string | null;
}

function found(finding: InstallFinding, { at = null, cnt = 1, names = [], detail = null }: About): Finding {
  return { finding, at, cnt, nameList: [...new Set(names)].slice(0, MAX_NAMES), detail };
}

// The wording of the API server and of kubelets.
const API_SERVER = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/g;
const KUBELET = /verb=(\w+), resource=([\w.-]+), subresource(?:\(s\))?=\[?([^\])]*)/g;

/** The missing rights that a refusal names, as written in a role: `list pods`, `watch deployments.apps`. */
export function missingRights({ detail }: { readonly detail: string }): string[] {
  const rights: string[] = [];
  for (const [, verb = '', resource = '', group = ''] of detail.matchAll(API_SERVER))
    rights.push(`${verb} ${group === '' ? resource : `${resource}.${group}`}`);
  for (const [, verb = '', resource = '', subresources = ''] of detail.matchAll(KUBELET)) {
    for (const subresource of subresources.split(/[\s,]+/).filter((part) => part !== ''))
      rights.push(`${verb} ${resource}/${subresource}`);
  }
  return rights;
}
