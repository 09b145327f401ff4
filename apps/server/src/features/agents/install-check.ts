import type { Db } from '@gwanje/backend/database/schema';
import { agentRoles } from '@gwanje/contract/agent/agent-problems';
import { refusalReasons } from '@gwanje/contract/agent/batch-refusals';
import type { LogReading } from '@gwanje/contract/agent/install-findings';
import { AgentState } from '@gwanje/contract/clusters/cluster-state';
import { STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import { z } from 'zod';
import type { LiveState } from '../../live/live-state.ts';
import { VERSION } from '../../platform/version.ts';
import * as repository from './agent-repository.ts';
import { activeAgents, type FindingFacts, findingsOf } from './findings.ts';
import { stepsOf } from './install-steps.ts';

const WRONG_CLOCK_MS = 30_000;
const MAX_NODES = 20_000;

const ProblemList = AgentState.shape.problemList;
const Reason = z.enum(refusalReasons);
const Role = z.enum(agentRoles);

export interface CheckedInstall {
  readonly hostId: number;
  readonly serverUrl: string;
  /** What the cluster agent says about its right; null: it is not connected, or does not know. */
  readonly mayReadLogs: boolean | null;
}

/** All steps from token to monitored cluster, read from the tables; it does not wait for an agent. */
export async function checkInstall(
  db: Db,
  live: LiveState,
  { hostId, serverUrl, mayReadLogs }: CheckedInstall,
  now: Date,
) {
  const [tokens, contact, objects, agents, agentCnt, refusals, inventoryAt, hasChosenLogs] =
    await Promise.all([
      repository.sumTokens(db, hostId),
      repository.findLive(db, hostId),
      repository.sumObjects(db, hostId),
      agentsOf(db, hostId),
      repository.countAgents(db, hostId),
      repository.listRefusals(db, hostId),
      repository.lastInventoryAt(db, hostId),
      repository.hasChosenLogs(db, hostId),
    ]);
  const { firstBatchAt, lastBatchAt } = contact ?? { firstBatchAt: null, lastBatchAt: null };
  const refused = refusals.map((refusal) => ({ ...refusal, reason: Reason.parse(refusal.reason) }));
  const facts = {
    serverVersion: VERSION,
    serverUrl,
    tokens,
    objects,
    agents,
    agentCnt,
    firstBatchAt,
    lastBatchAt,
    lastSampleAt: contact?.lastSampleAt ?? null,
    inventoryAt,
    refusals: refused,
    problems: activeAgents({ agents, lastBatchAt }).flatMap(({ problemList }) => problemList),
    logReading: logReadingOf(mayReadLogs, hasChosenLogs ?? false),
    silentNodes: silentNodes(live, hostId, now.getTime()),
  };
  const steps = stepsOf(facts, now.getTime());
  return {
    serverTime: now.toISOString(),
    isComplete: steps.every(({ state }) => state === 'done'),
    stepList: steps.map(({ at, ...step }) => ({ ...step, at: at?.toISOString() ?? null })),
    agentList: agents,
    findingList: findingsOf(facts, now.getTime()),
    logReading: facts.logReading,
    serverVersion: VERSION,
    serverUrl,
    refusalList: refused.map(({ reason, lastAt, cnt }) => ({ reason, at: lastAt.toISOString(), cnt })),
  };
}

function logReadingOf(mayReadLogs: boolean | null, isChosen: boolean): LogReading {
  if (mayReadLogs === null) return 'unknown';
  if (mayReadLogs) return 'allowed';
  return isChosen ? 'refused' : 'notChosen';
}

/** Existing nodes whose samples never came or stopped. */
function silentNodes(live: LiveState, hostId: number, nowMs: number): FindingFacts['silentNodes'] {
  const { list } = live.list('node', {
    hostIds: new Set([hostId]),
    orderBy: ['name'],
    nowMs,
    pageNo: 1,
    pageCnt: MAX_NODES,
  });
  return list.filter(({ dataAt }) => dataAt === null || nowMs - Date.parse(dataAt) >= STALE_AFTER_MS);
}

async function agentsOf(db: Db, hostId: number) {
  const rows = await repository.listAgents(db, hostId);
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
