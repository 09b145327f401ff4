import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import { installSteps } from '@gwanje/contract/clusters/clusters';
import { STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import { type FindingFacts, isTokenRefused } from './findings.ts';

type Step = (typeof installSteps)[number];
type State = 'done' | 'waiting' | 'failed';

export interface InstallFacts
  extends Pick<FindingFacts, 'firstBatchAt' | 'lastBatchAt' | 'inventoryAt' | 'refusals'> {
  readonly tokens: { readonly cnt: number; readonly validCnt: number; readonly firstAt: Date | null };
  readonly agentCnt: number;
  readonly objects: { readonly cnt: number; readonly firstAt: Date | null };
  readonly lastSampleAt: Date | null;
  /** Current problems of the agents that send. */
  readonly problems: readonly { readonly problem: AgentProblem; readonly since: string }[];
}

export interface InstallStep {
  readonly step: Step;
  readonly state: State;
  readonly at: Date | null;
  readonly cnt: number | null;
}

const checks: Readonly<Record<Step, (facts: InstallFacts, nowMs: number) => Omit<InstallStep, 'step'>>> = {
  manifest: ({ tokens }) => ({
    state: tokens.cnt === 0 ? 'waiting' : failedOrDone(tokens.validCnt === 0),
    at: tokens.firstAt,
    cnt: tokens.validCnt,
  }),
  connected: ({ lastBatchAt, firstBatchAt, agentCnt, refusals }, nowMs) => ({
    state: lastBatchAt
      ? failedOrDone(isSilent(lastBatchAt, nowMs) || isTokenRefused({ refusals, lastBatchAt }, nowMs))
      : refusals.length > 0
        ? 'failed'
        : 'waiting',
    at: firstBatchAt,
    cnt: agentCnt,
  }),
  inventory: ({ objects, problems, inventoryAt }, nowMs) => ({
    state: problems.some((each) => isInventoryStopped(each, objects.cnt, nowMs))
      ? 'failed'
      : objects.cnt > 0
        ? failedOrDone(inventoryAt !== null && isSilent(inventoryAt, nowMs))
        : 'waiting',
    at: objects.firstAt,
    cnt: objects.cnt,
  }),
  statistics: ({ lastSampleAt, problems }, nowMs) => ({
    state: lastSampleAt
      ? failedOrDone(isSilent(lastSampleAt, nowMs))
      : problems.some(({ problem }) => /^(?:kubelet|nodeWithoutStatistics|apiProxy)/.test(problem))
        ? 'failed'
        : 'waiting',
    at: lastSampleAt,
    cnt: null,
  }),
};

/**
 * A step whose agent went silent has failed. The step of the connection also fails while any agent is refused for
 * its token, as the findings say. A step that waits for an earlier one has not failed itself.
 */
export function stepsOf(facts: InstallFacts, nowMs: number): InstallStep[] {
  let isReached = true;
  return installSteps.map((step) => {
    const check = checks[step](facts, nowMs);
    const state = !isReached && check.state === 'failed' ? 'waiting' : check.state;
    isReached &&= state === 'done';
    return { step, ...check, state };
  });
}

/** A busy API server refuses a request now and then. This stops no inventory unless it lasts. */
function isInventoryStopped(
  { problem, since }: InstallFacts['problems'][number],
  objectCnt: number,
  nowMs: number,
): boolean {
  if (problem === 'apiError') return objectCnt === 0 || isSilent(new Date(since), nowMs);
  return problem.startsWith('api') && problem !== 'apiProxyForbidden';
}

function failedOrDone(isWrong: boolean): State {
  return isWrong ? 'failed' : 'done';
}

function isSilent(lastAt: Date, nowMs: number): boolean {
  return nowMs - lastAt.getTime() >= STALE_AFTER_MS;
}
