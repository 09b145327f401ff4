import type { Database } from '@gwanje/backend/database/schema';
import { refusalReasons } from '@gwanje/contract/agent/refusals';
import { agentRoles } from '@gwanje/contract/agent/words';
import { AgentState } from '@gwanje/contract/cluster-state';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { stepsOf } from './install-steps.ts';
import { countAgents, findLive, listAgents, listRefusals, sumObjects, sumTokens } from './repository.ts';

const WRONG_CLOCK_MS = 30_000;

const ProblemList = AgentState.shape.problemList;
const Reason = z.enum(refusalReasons);
const Role = z.enum(agentRoles);

/** From token to watched cluster, from what the tables say: nothing here waits for an agent to come. */
export async function checkInstall(db: Kysely<Database>, hostId: number, now: Date) {
  const [tokens, live, objects, agents, agentCnt, refusals] = await Promise.all([
    sumTokens(db, hostId),
    findLive(db, hostId),
    sumObjects(db, hostId),
    agentsOf(db, hostId),
    countAgents(db, hostId),
    listRefusals(db, hostId),
  ]);
  const steps = stepsOf(
    {
      tokens,
      objects,
      agentCnt,
      firstBatchAt: live?.firstBatchAt ?? null,
      lastBatchAt: live?.lastBatchAt ?? null,
      lastSampleAt: live?.lastSampleAt ?? null,
      problems: new Set(agents.flatMap(({ problemList }) => problemList.map(({ problem }) => problem))),
      isRefused: refusals.length > 0,
    },
    now.getTime(),
  );
  return {
    serverTime: now.toISOString(),
    isComplete: steps.every(({ state }) => state === 'done'),
    stepList: steps.map(({ at, ...step }) => ({ ...step, at: at?.toISOString() ?? null })),
    agentList: agents,
    refusalList: refusals.map(({ reason, lastAt, cnt }) => ({
      reason: Reason.parse(reason),
      at: lastAt.toISOString(),
      cnt,
    })),
  };
}

async function agentsOf(db: Kysely<Database>, hostId: number) {
  const rows = await listAgents(db, hostId);
  return rows.map(({ agentId, role, version, lastBatchAt, clockSkewMs, problems }) => ({
    agentId,
    role: Role.parse(role),
    version,
    lastBatchAt: lastBatchAt.toISOString(),
    clockSkewMs,
    isClockWrong: Math.abs(clockSkewMs) > WRONG_CLOCK_MS,
    problemList: ProblemList.parse(problems),
  }));
}
