import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import { installSteps } from '@gwanje/contract/clusters/clusters';
import { STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import type { FindingFacts } from './findings.ts';

type Step = (typeof installSteps)[number];
type State = 'done' | 'waiting' | 'failed';

export interface InstallFacts extends Pick<FindingFacts, 'firstBatchAt' | 'lastBatchAt' | 'inventoryAt'> {
  readonly tokens: { readonly cnt: number; readonly validCnt: number; readonly firstAt: Date | null };
  readonly agentCnt: number;
  readonly objects: { readonly cnt: number; readonly firstAt: Date | null };
  readonly lastSampleAt: Date | null;
  readonly problems: ReadonlySet<AgentProblem>;
  readonly isRefused: boolean;
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
  connected: ({ lastBatchAt, firstBatchAt, agentCnt, isRefused }, nowMs) => ({
    state: lastBatchAt ? failedOrDone(isSilent(lastBatchAt, nowMs)) : isRefused ? 'failed' : 'waiting',
    at: firstBatchAt,
    cnt: agentCnt,
  }),
  inventory: ({ objects, problems, inventoryAt }, nowMs) => ({
    state:
      objects.cnt > 0
        ? failedOrDone(inventoryAt !== null && isSilent(inventoryAt, nowMs))
        : isAnyAbout(problems, /^api/)
          ? 'failed'
          : 'waiting',
    at: objects.firstAt,
    cnt: objects.cnt,
  }),
  statistics: ({ lastSampleAt, problems }, nowMs) => ({
    state: lastSampleAt
      ? failedOrDone(isSilent(lastSampleAt, nowMs))
      : isAnyAbout(problems, /^(?:kubelet|nodeWithoutStatistics)/)
        ? 'failed'
        : 'waiting',
    at: lastSampleAt,
    cnt: null,
  }),
};

/** A step whose agent went silent has failed; a step that waits for an earlier one has not failed itself. */
export function stepsOf(facts: InstallFacts, nowMs: number): InstallStep[] {
  let isReached = true;
  return installSteps.map((step) => {
    const check = checks[step](facts, nowMs);
    const state = !isReached && check.state === 'failed' ? 'waiting' : check.state;
    isReached &&= state === 'done';
    return { step, ...check, state };
  });
}

function failedOrDone(isWrong: boolean): State {
  return isWrong ? 'failed' : 'done';
}

function isSilent(lastAt: Date, nowMs: number): boolean {
  return nowMs - lastAt.getTime() >= STALE_AFTER_MS;
}

function isAnyAbout(problems: ReadonlySet<AgentProblem>, names: RegExp): boolean {
  return [...problems].some((problem) => names.test(problem));
}
