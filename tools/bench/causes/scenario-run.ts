import type { Db } from '@gwanje/backend/database/schema';
import type { OpenServices } from '../../../apps/server/src/services.ts';
import { postTo } from '../../demo/batch-post.ts';
import { SimulatedAgent } from '../../demo/simulated-agent.ts';
import { manualClock } from '../../simulator/src/core/clock.ts';
import { createWorld } from '../../simulator/src/create-world.ts';
import { isCause, rankOf, type ScoredLine } from './cause-rank.ts';
import type { AskedAlarm, FaultAnswer, FaultScenario } from './fault-scenario.ts';
import { FaultWorld } from './fault-world.ts';
import { planNoise } from './noise.ts';

/** The server under test, with a clock that the run moves. */
export interface CauseServer {
  readonly db: Db;
  readonly services: OpenServices;
  readonly setTime: (at: Date) => void;
  readonly url: string;
  /** The lines of `GET /cause/alarm/{alarmId}`, in their order. */
  readonly ask: (alarmId: number) => Promise<readonly ScoredLine[]>;
}

/** A cluster of the server that waits for its agent. */
export interface WaitingCluster {
  readonly hostId: number;
  readonly name: string;
  readonly token: string;
}

export interface ScenarioResult {
  readonly scenario: FaultScenario;
  /** Minutes from the fault to the alarm. Undefined: the asked alarm was not raised. */
  readonly raisedAfterMin: number | undefined;
  /** 1 is the first line. Undefined: no line names the true cause. */
  readonly rank: number | undefined;
  readonly lines: readonly ScoredLine[];
  /** Open alarms of the cluster when it was asked, besides those of the fault's item. */
  readonly otherAlarmCnt: number;
}

interface RunningScenario {
  readonly scenario: FaultScenario;
  readonly startMin: number;
  readonly cluster: WaitingCluster;
  readonly world: FaultWorld;
  readonly agent: SimulatedAgent;
  answer: FaultAnswer | undefined;
  alarm: { readonly alarmId: number; readonly atMin: number } | undefined;
  result: ScenarioResult | undefined;
}

const MINUTE_MS = 60_000;
const START_MIN = 60;
const PODS = 320;
/** Longer than every fault needs until its alarm. */
const MOST_MIN = 105;
/** An operator opens the alarm some time after it was raised. */
const ASKED_AFTER_MIN = 2;
const SEED = 11;

interface RunOptions {
  readonly untilMin?: number;
  readonly onResult?: ((result: ScenarioResult) => void) | undefined;
}

/** Runs all scenarios at the same time, each in its own cluster, and asks for the cause of each alarm. */
export async function runScenarios(
  server: CauseServer,
  scenarios: readonly FaultScenario[],
  clusters: readonly WaitingCluster[],
  began: Date,
  { untilMin = MOST_MIN, onResult }: RunOptions = {},
): Promise<ScenarioResult[]> {
  const clock = manualClock(began.getTime());
  server.setTime(began);
  const { clusters: simulated } = createWorld({
    clusters: scenarios.map(({ flavour = 'aks', pods = PODS }, at) => ({
      name: clusterAt(clusters, at).name,
      flavour,
      pods,
    })),
    seed: SEED,
    clock,
    hasUnreadFields: false,
    historyLimit: 100,
  });
  const running = scenarios.map((scenario, at): RunningScenario => {
    const cluster = simulated[at];
    if (!cluster) throw new Error('a scenario without a cluster');
    const waiting = clusterAt(clusters, at);
    const world = new FaultWorld(cluster);
    const agent = new SimulatedAgent({
      cluster,
      agentId: `agent-${waiting.name}`,
      version: () => world.agentVersion,
      sendsManifests: true,
      post: postTo(server.url, waiting.token),
    });
    const startMin = scenario.startMin ?? START_MIN;
    const one: RunningScenario = {
      scenario,
      startMin,
      cluster: waiting,
      world,
      agent,
      answer: undefined,
      alarm: undefined,
      result: undefined,
    };
    planNoise(world, { uses: scenario.uses, startMin });
    world.after(startMin, () => {
      one.answer = scenario.start(world);
    });
    return one;
  });
  for (let minute = 0; minute <= untilMin; minute++) {
    const open = running.filter(({ result }) => !result);
    if (open.length === 0) break;
    // Each step one after the other: the order of what is stored is the same in every run.
    for (const one of open) {
      if (isStep(one, minute)) await step(server, one, minute);
      if (one.result) onResult?.(one.result);
    }
    clock.advance(MINUTE_MS);
    server.setTime(new Date(clock.nowMs()));
  }
  return running.map(({ scenario, result }) => result ?? notRaised(scenario));
}

/** Every minute from the fault on, and every second one before. */
function isStep({ startMin }: RunningScenario, minute: number): boolean {
  return minute >= startMin - 1 || minute % 2 === 0;
}

async function step(server: CauseServer, one: RunningScenario, minute: number): Promise<void> {
  const { world, agent, cluster, scenario, startMin } = one;
  if (!world.isAgentSilent) {
    await agent.step();
    await agent.flush();
  }
  await server.services.alarms.engine.evaluate(cluster.hostId);
  if (!one.answer) return;
  one.alarm ??= await findAlarm(server.db, one, one.answer.alarm, minute);
  if (!one.alarm || minute < one.alarm.atMin + ASKED_AFTER_MIN) return;
  const lines = await server.ask(one.alarm.alarmId);
  one.result = {
    scenario,
    raisedAfterMin: one.alarm.atMin - startMin,
    rank: rankOf(lines, (line) => isCause(line, one.answer?.causes ?? [], faultAt(one, minute))),
    lines,
    otherAlarmCnt: await countOtherAlarms(server.db, one),
  };
}

async function findAlarm(
  db: Db,
  one: RunningScenario,
  { items, workload, node }: AskedAlarm,
  minute: number,
): Promise<RunningScenario['alarm']> {
  const { cluster, world } = one;
  const [namespace, name] = workload?.split('/') ?? [];
  let query = db
    .selectFrom('alarm')
    .select(['alarmId', 'target', 'namespace', 'objectName', 'ownerName'])
    .where('hostId', '=', cluster.hostId)
    .where('itemKey', 'in', [...items])
    .where('occurredAt', '>=', faultAt(one, minute))
    .orderBy('occurredAt')
    .orderBy('alarmId');
  if (node !== undefined)
    query = query.where((eb) => eb.or([eb('nodeName', '=', node), eb('objectName', '=', node)]));
  const rows = await query.execute();
  const found = rows.find((row) => {
    const own = `${row.namespace}/${row.target === 'workload' ? row.objectName : row.ownerName}`;
    return workload === undefined ? !world.otherFailing.has(own) : own === `${namespace}/${name}`;
  });
  return found && { alarmId: found.alarmId, atMin: minute };
}

/** When the fault began, at a minute of the run. */
function faultAt({ world, startMin }: RunningScenario, minute: number): Date {
  return new Date(world.cluster.timeline.nowMs() - (minute - startMin) * MINUTE_MS);
}

async function countOtherAlarms(db: Db, { cluster, answer }: RunningScenario): Promise<number> {
  const { cnt } = await db
    .selectFrom('alarm')
    .select(({ fn }) => fn.countAll<number>().as('cnt'))
    .where('hostId', '=', cluster.hostId)
    .where('confirmLevel', 'in', [1, 2, 3])
    .where('itemKey', 'not in', [...(answer?.alarm.items ?? [])])
    .executeTakeFirstOrThrow();
  return Number(cnt);
}

function notRaised(scenario: FaultScenario): ScenarioResult {
  return { scenario, raisedAfterMin: undefined, rank: undefined, lines: [], otherAlarmCnt: 0 };
}

function clusterAt(clusters: readonly WaitingCluster[], at: number): WaitingCluster {
  const cluster = clusters[at];
  if (!cluster) throw new Error('too few clusters');
  return cluster;
}
