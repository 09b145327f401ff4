import { setTimeout as delay } from 'node:timers/promises';
import { mix } from '../../simulator/src/core/random.ts';
import { checkHistory } from './check-history.ts';
import { applyFault, ReplicaMachines } from './fault-actions.ts';
import { describeFault, type Fault, type FaultGroup, type FaultKind, planFaults } from './fault-plan.ts';
import { emptyHistory, type History } from './history.ts';
import { type Installation, PASSWORD, startInstallation } from './installation.ts';
import { compareLiveStates } from './live-states.ts';
import { readStoredState } from './stored-state.ts';
import { Gate } from './workload/gate.ts';
import { ask } from './workload/http.ts';
import { startMessageReceivers } from './workload/message-receivers.ts';
import { Person } from './workload/people.ts';
import { ListReader, type ReaderOptions, StreamReader } from './workload/readers.ts';
import { Visitor } from './workload/visitor.ts';
import { WorkloadAgent } from './workload/workload-agent.ts';

export interface SuiteOptions {
  readonly seed: number;
  /** A number: so many are chosen at random, of the kinds that are possible on this machine. */
  readonly faults: number | readonly FaultGroup[];
  readonly dataDir: string;
  readonly replicaCnt: number;
  readonly engineCnt: number;
  readonly clusterCnt: number;
  readonly personCnt: number;
  readonly visitorCnt: number;
  /** PostgreSQL is behind pgbouncer in transaction mode. */
  readonly hasPool: boolean;
  readonly agentPauseMs: number;
  /** Default: all kinds. */
  readonly kinds?: readonly FaultKind[];
  readonly log: (line: string) => void;
}

export interface SuiteResult {
  readonly faultCnt: number;
  readonly violations: readonly string[];
  readonly history: History;
}

/** After the last fault every actor gets an answer within this time, and every replica is ready. */
const RECOVERED_WITHIN_MS = 90_000;
/** Without new writes all replicas show the same within this time. */
const EQUAL_WITHIN_MS = 10_000;
/** Messages are repeated with growing pauses, and engines get what they missed. */
const SETTLED_WITHIN_MS = 180_000;
const FIRST_WORK_MS = 4000;
const STREAMS = 2;
const READERS = 2;

/**
 * A seeded workload on a real installation, with seeded faults. Everything that agents, people and readers did and
 * saw is recorded, and then compared with what is stored. It ends at the first violation.
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { seed, log } = options;
  const history = emptyHistory();
  await using receivers = await startMessageReceivers(mix(seed, 1), history);
  log('starting the installation');
  using machines = new ReplicaMachines(options.dataDir, options.replicaCnt);
  await using installation = await startInstallation({ ...options, ...receivers, machines });
  const groups = plannedGroups(options, installation, machines);
  const gate = new Gate();
  const work = startWorkload(options, installation, history, gate);
  const violations: string[] = [];
  let faultCnt = 0;
  let restedMs = Date.now();
  try {
    await delay(FIRST_WORK_MS);
    for (const [step, group] of groups.entries()) {
      log(
        `step ${step + 1} of ${groups.length}: ${group.map(({ fault }) => describeFault(fault)).join(' + ')}`,
      );
      await applyGroup(group, installation, machines, history, log);
      faultCnt += group.length;
      violations.push(...(await comeToRest(installation, work, gate, log)));
      restedMs = await noteRaised(installation, history, restedMs);
      if (violations.length > 0) break;
      gate.open();
    }
    await gate.close(RECOVERED_WITHIN_MS);
    violations.push(
      ...(await settle(
        installation,
        work,
        history,
        groups.flat().map(({ fault }) => fault),
      )),
    );
  } finally {
    gate.end();
    await Promise.race([work.ended, delay(20_000, undefined, { ref: false })]);
  }
  return { faultCnt, violations, history };
}

function plannedGroups(
  { seed, faults, kinds, hasPool }: SuiteOptions,
  { stack }: Installation,
  machines: ReplicaMachines,
): readonly FaultGroup[] {
  if (typeof faults !== 'number') return faults;
  const possible: readonly FaultKind[] = hasPool ? [...machines.kinds, 'killPool'] : machines.kinds;
  return planFaults({
    seed,
    faultCnt: faults,
    kinds: possible.filter((kind) => kinds?.includes(kind) ?? true),
    replicas: stack.replicas.map(({ name }) => name),
    engines: stack.engines.map(({ name }) => name),
    logins: stack.logins.map(({ name }) => name),
  });
}

interface Workload {
  readonly agents: readonly WorkloadAgent[];
  readonly markers: ReadonlyMap<number, string>;
  readonly ended: Promise<unknown>;
}

function startWorkload(
  { seed, clusterCnt, agentPauseMs }: SuiteOptions,
  { stack, hostIds, tokens, cookie, cookies, templateIds, visitors, metaGroupId }: Installation,
  history: History,
  gate: Gate,
): Workload {
  const origin = stack.consoleUrl;
  const balancer = { name: 'balancer', url: origin };
  const urls = [...stack.replicas, balancer].map(({ url }) => url);
  const isEnded = () => gate.isEnded;
  let actor = 10;
  const nextSeed = () => mix(seed, actor++);
  const agents = hostIds.map((hostId, cluster) => {
    const token = tokens[cluster]?.cluster ?? '';
    return new WorkloadAgent({ cluster, hostId, token, seed: nextSeed(), urls, history, isEnded });
  });
  const markers = new Map(agents.map(({ expected, markerName }) => [expected.hostId, markerName]));
  const people = cookies.map(
    (personCookie, person) =>
      new Person({
        person,
        seed: nextSeed(),
        cookie: personCookie,
        origin,
        urls,
        metaGroupId,
        templateId: templateIds[person] ?? 0,
        history,
        isEnded,
      }),
  );
  const reader = (replicas: ReaderOptions['replicas']) => ({
    seed: nextSeed(),
    cookie,
    origin,
    replicas,
    history,
  });
  const comers = visitors.map(
    (visitor) =>
      new Visitor({
        ...visitor,
        password: PASSWORD,
        seed: nextSeed(),
        adminCookie: cookie,
        consoleUrl: origin,
        loginUrl: stack.loginUrl,
        replicas: stack.replicas,
        history,
        isEnded,
      }),
  );
  const ended = Promise.all([
    ...agents.map((agent, no) =>
      gate.repeat(
        `agent ${no} of ${clusterCnt}`,
        () => agentPauseMs,
        () => agent.sendNext(),
      ),
    ),
    ...people.map((person, no) =>
      gate.repeat(
        `person ${no}`,
        () => 1000,
        () => person.writeOnce(),
      ),
    ),
    ...comers.map((visitor, no) =>
      gate.repeat(
        `visitor ${no}`,
        () => 500,
        () => visitor.visitOnce(),
      ),
    ),
    ...Array.from({ length: READERS }, (_, no) => {
      const lists = new ListReader(reader(stack.replicas), markers);
      return gate.repeat(
        `reader ${no}`,
        () => 300,
        () => lists.readOnce(),
      );
    }),
    ...Array.from({ length: STREAMS }, (_, no) =>
      new StreamReader(reader([...stack.replicas, balancer]), no).follow(isEnded),
    ),
  ]);
  return { agents, markers, ended };
}

async function applyGroup(
  group: FaultGroup,
  { stack, db }: Installation,
  machines: ReplicaMachines,
  history: History,
  log: SuiteOptions['log'],
): Promise<void> {
  const isAlone = group.length === 1;
  await Promise.all(
    group.map(async ({ fault, afterMs }) => {
      await delay(afterMs);
      if (fault.kind === 'kill' || fault.kind === 'pause')
        await noteOwner(fault, stack.supervisor.pidOf(fault.replica), db, history, isAlone);
      await applyFault(fault, stack, machines).catch((error: unknown) => {
        log(`  ${describeFault(fault)}: ${error}`);
        throw error;
      });
    }),
  );
}

/** While the database is away, the owner is not known. */
async function noteOwner(
  fault: Extract<Fault, { replica: string }>,
  pid: number | undefined,
  db: Installation['db'],
  history: History,
  isAlone: boolean,
): Promise<void> {
  const owned = db
    .selectFrom('clusterOwner')
    .innerJoin('replica', 'replica.replicaId', 'clusterOwner.replicaId')
    .select('hostId')
    .where('process', 'like', `%/${pid}/%`)
    .execute();
  const found = await Promise.race([owned.catch(() => undefined), delay(1000)]);
  const hostIds = found?.map(({ hostId }) => hostId) ?? [];
  const name = `${fault.kind}${isAlone ? '' : ' with others'}`;
  history.lostOwners.push({ fault: name, atMs: Date.now(), hostIds });
}

/** All actors finish what they do. Then all replicas become ready, and show the same. */
async function comeToRest(
  { stack, cookie }: Installation,
  { agents }: Workload,
  gate: Gate,
  log: SuiteOptions['log'],
): Promise<string[]> {
  const startMs = performance.now();
  const endMs = startMs + RECOVERED_WITHIN_MS;
  const busy = await gate.close(RECOVERED_WITHIN_MS);
  if (busy.length > 0)
    return [`without an answer ${RECOVERED_WITHIN_MS} ms after the faults: ${busy.join(', ')}`];
  for (const { name, url } of stack.replicas) {
    for (;;) {
      const answer = await ask(`${url}/readyz`, { method: 'GET', withinMs: 2000 });
      if (answer?.status === 200) break;
      if (performance.now() > endMs)
        return [
          `${name} is not ready ${RECOVERED_WITHIN_MS} ms after the faults: ${answer?.text ?? 'no answer'}`,
        ];
      await delay(200);
    }
  }
  const readyMs = performance.now();
  const clusters = agents.map(({ expected }) => expected);
  for (;;) {
    const differences = await compareLiveStates(
      stack.replicas,
      { cookie, origin: stack.consoleUrl },
      clusters,
    );
    const tookMs = performance.now() - readyMs;
    if (differences.length === 0) {
      log(`  recovered after ${seconds(readyMs - startMs)}, equal after ${seconds(tookMs)}`);
      return [];
    }
    if (tookMs > EQUAL_WITHIN_MS) return differences;
    await delay(300);
  }
}

async function noteRaised({ db }: Installation, history: History, afterMs: number): Promise<number> {
  const restedMs = Date.now();
  const known = new Set(history.raised.map(({ alarmId }) => alarmId));
  for (const { alarmId } of await db.selectFrom('alarm').select('alarmId').execute())
    if (!known.has(alarmId)) history.raised.push({ alarmId, afterMs });
  return restedMs;
}

/** Waits until the stores have everything. What is still wrong then stays wrong. */
async function settle(
  { db, stack }: Installation,
  { agents, markers }: Workload,
  history: History,
  faults: readonly Fault[],
): Promise<string[]> {
  const endMs = performance.now() + SETTLED_WITHIN_MS;
  const clusters = agents.map(({ expected }) => expected);
  const mayEngineLack = faults.some(({ kind }) => kind === 'diskFull');
  for (;;) {
    const stored = await readStoredState(db, stack.engines, markers);
    const violations = checkHistory({ history, clusters, stored, mayEngineLack });
    if (violations.length === 0 || performance.now() > endMs) return violations;
    await delay(1000);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
