import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@gwanje/backend/database/schema';
import { checkHistory } from '../replicas/check-history.ts';
import { emptyHistory } from '../replicas/history.ts';
import { addAdmin, PASSWORD, startInstallation } from '../replicas/installation.ts';
import { readStoredState } from '../replicas/stored-state.ts';
import { Gate } from '../replicas/workload/gate.ts';
import { startMessageReceivers } from '../replicas/workload/message-receivers.ts';
import { Person } from '../replicas/workload/people.ts';
import { WorkloadAgent } from '../replicas/workload/workload-agent.ts';
import { OpenScreens } from './open-screens.ts';
import { PlainClient } from './plain-client.ts';

export interface RollingUpgradeOptions {
  readonly dataDir: string;
  readonly replicaCnt: number;
  readonly clusterCnt: number;
  readonly roundCnt: number;
  readonly screenshotDir?: string;
  readonly log: (line: string) => void;
}

export interface RollingUpgradeResult {
  readonly violations: readonly string[];
  readonly requestCnt: number;
  /** Requests that the client had to repeat, and writes of people. */
  readonly retryCnt: number;
  readonly batchCnt: number;
  /** The longest time from the first attempt to send a batch to its acknowledgement. */
  readonly longestBatchMs: number;
  /** The longest time in which the owner of a cluster was no live replica. */
  readonly longestOwnerlessMs: number;
}

const AGENT_PAUSE_MS = 400;
const STORED_WITHIN_MS = 60_000;
const MAX_OWNERLESS_MS = 1000;

/** Restarts all replicas one after another under load, with the screens of an operator open. */
export async function runRollingUpgrade(options: RollingUpgradeOptions): Promise<RollingUpgradeResult> {
  const { dataDir, replicaCnt, clusterCnt, roundCnt, screenshotDir, log } = options;
  const history = emptyHistory();
  const gate = new Gate();
  // A receiver that fails is served more slowly than these clusters raise alarms.
  await using receivers = await startMessageReceivers(1, history, 0);
  log('starting the installation');
  await using installation = await startInstallation({
    dataDir,
    replicaCnt,
    engineCnt: 1,
    clusterCnt,
    personCnt: 1,
    visitorCnt: 0,
    ...receivers,
  });
  const { stack, db, hostIds, tokens, cookies, templateIds, metaGroupId } = installation;
  const url = stack.consoleUrl;
  const isEnded = () => gate.isEnded;
  const agents = hostIds.map(
    (hostId, cluster) =>
      new WorkloadAgent({
        cluster,
        hostId,
        token: tokens[cluster]?.cluster ?? '',
        seed: cluster,
        urls: [url],
        history,
        isEnded,
      }),
  );
  const client = new PlainClient({ url, cookie: installation.cookie });
  const person = new Person({
    person: 0,
    seed: 1,
    cookie: cookies[0] ?? '',
    origin: url,
    urls: [url],
    metaGroupId,
    templateId: templateIds[0] ?? 0,
    history,
    isEnded,
  });
  const working = Promise.all([
    ...agents.map((agent, no) =>
      gate.repeat(
        `agent ${no}`,
        () => AGENT_PAUSE_MS,
        () => agent.sendNext(),
      ),
    ),
    gate.repeat(
      'client',
      () => 50,
      () => client.readOnce(),
    ),
    gate.repeat(
      'person',
      () => 300,
      () => person.writeOnce(),
    ),
  ]);
  const violations: string[] = [];
  let longestOwnerlessMs = 0;
  try {
    const { userId } = await addAdmin(db, 'operator');
    log('opening the screens');
    await using screens = await OpenScreens.open({
      consoleUrl: url,
      loginUrl: stack.loginUrl,
      userId,
      password: PASSWORD,
      hostId: hostIds[0] ?? 0,
      podName: agents[0]?.markerName ?? '',
    });
    using owners = watchOwners(db);
    for (let round = 1; round <= roundCnt; round++) {
      for (const { name } of stack.replicas) {
        log(`round ${round} of ${roundCnt}: ${name}`);
        const halted = stack.halt(name);
        if (screenshotDir) await screens.saveScreenshots(screenshotDir, `${round}-${name}`);
        await halted;
        await stack.startAgain(name);
        violations.push(...(await screens.becomeNewer()));
      }
    }
    violations.push(...(await screens.complaints()));
    longestOwnerlessMs = owners.longestOwnerlessMs();
  } finally {
    await gate.close(STORED_WITHIN_MS);
    gate.end();
  }
  await working;
  if (longestOwnerlessMs > MAX_OWNERLESS_MS)
    violations.push(`a cluster had no owner for ${longestOwnerlessMs} ms`);
  violations.push(...client.failures);
  const clusters = agents.map(({ expected }) => expected);
  const markers = new Map(agents.map(({ expected, markerName }) => [expected.hostId, markerName]));
  const endMs = performance.now() + STORED_WITHIN_MS;
  let stored: string[];
  do {
    await delay(500);
    const state = await readStoredState(db, stack.engines, markers);
    stored = checkHistory({ history, clusters, stored: state, mayEngineLack: false });
  } while (stored.length > 0 && performance.now() < endMs);
  return {
    violations: [...violations, ...stored],
    requestCnt: client.requestCnt + history.writes.length,
    retryCnt:
      client.retryCnt + history.writes.reduce((sum, { attemptCnt }) => sum + Math.max(0, attemptCnt - 1), 0),
    batchCnt: history.batches.length,
    longestBatchMs: Math.max(...history.batches.map(({ sampleMs, ackedMs }) => (ackedMs ?? 0) - sampleMs)),
    longestOwnerlessMs,
  };
}

const LOOK_EVERY_MS = 50;

/** Looks for clusters whose owner is no live replica. */
function watchOwners(db: Db) {
  const ending = new AbortController();
  const ownerlessSinceMs = new Map<number, number>();
  let longestMs = 0;
  const watch = async () => {
    while (!ending.signal.aborted) {
      const rows = await db
        .selectFrom('clusterOwner')
        .leftJoin('replica', (join) =>
          join
            .onRef('replica.replicaId', '=', 'clusterOwner.replicaId')
            .on('replica.expiresAt', '>', (eb) => eb.fn<Date>('clock_timestamp')),
        )
        .select(['hostId', 'replica.replicaId as owner'])
        .execute();
      const nowMs = performance.now();
      for (const { hostId, owner } of rows) {
        const sinceMs = ownerlessSinceMs.get(hostId) ?? nowMs;
        longestMs = Math.max(longestMs, nowMs - sinceMs);
        if (owner === null) ownerlessSinceMs.set(hostId, sinceMs);
        else ownerlessSinceMs.delete(hostId);
      }
      await delay(LOOK_EVERY_MS);
    }
  };
  const watching = watch();
  // A failed look fails the run.
  watching.catch(() => {});
  return {
    longestOwnerlessMs: () => Math.round(longestMs),
    [Symbol.dispose]: () => ending.abort(),
  };
}
