import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { type ReplicaPart, ReplicaStack } from '../../../scripts/installation/replica-stack.ts';
import { folderMib, pssMibOf, usageOf } from '../process-usage.ts';
import { BatchSender, HttpClient } from '../server/batch-sender.ts';
import { addBenchClusters } from '../server/bench-clusters.ts';
import { adminCalls, BENCH_ENV } from '../server/bench-server.ts';

export type BenchReplicas = Awaited<ReturnType<typeof startBenchReplicas>>;
export type BenchReplica = BenchReplicas['replicas'][number];

/** The machine may be busy with other work: a server that waits for the CPU still answers. */
export const NEVER_BUSY = { GWANJE_BUSY_AFTER_MS: '0' };

/** Several servers, PostgreSQL and one metric engine, with clusters that wait for their agents. */
export async function startBenchReplicas(replicaCnt: number, clusterCnt: number) {
  await using opening = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-replicas-'));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  const stack = opening.use(
    await ReplicaStack.launch({
      dataDir,
      replicas: replicaCnt,
      engines: 1,
      // About 30 series of a pod and its containers, 1 kB each.
      engineMemory: '2GB',
      env: { ...BENCH_ENV, ...NEVER_BUSY },
    }),
  );
  await stack.ready;
  const { db } = opening.adopt(openDatabase({ url: stack.databaseUrl }), (database) => database.close());
  const { tokens, cookie } = await addBenchClusters(db, clusterCnt);
  const replicas = stack.replicas.map((part) => {
    const httpClient = opening.use(new HttpClient(part.port));
    return {
      ...part,
      sender: new BatchSender(httpClient, tokens),
      call: adminCalls(httpClient, stack.consoleUrl, cookie),
      usage: () => usageOf(stack.supervisor.pidOf(part.name)),
      counters: () => countersOf(part.url),
    };
  });
  await allOwned(db, clusterCnt);
  const opened = opening.move();
  return {
    port: stack.port,
    tokens,
    replicas,
    /** The owner of each cluster, with the number of changes of the owner. */
    owners: () => readOwners(db, stack.replicas),
    postgres: usageOfStore(stack, 'postgres', dataDir),
    engine: usageOfStore(stack, 'metrics-1', dataDir),
    engineCounters: () => countersOf(stack.engines[0]?.url ?? ''),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** CPU time, memory and disk of a part with all its processes. */
function usageOfStore(stack: ReplicaStack, part: string, dataDir: string) {
  return () => {
    const pids = stack.pidsOf(part);
    return {
      cpuSec: pids.reduce((sum, pid) => sum + usageOf(pid).cpuSec, 0),
      memoryMib: pids.reduce((sum, pid) => sum + pssMibOf(pid), 0),
      diskMib: folderMib(join(dataDir, part)),
    };
  };
}

/** Reads `/metrics`. A value is the sum over all labels. */
async function countersOf(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => {
    const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
    if (values.length === 0) throw new Error(`${url} does not count ${name}`);
    return values.reduce((sum, [, value]) => sum + Number(value), 0);
  };
}

async function allOwned(db: Db, clusterCnt: number): Promise<void> {
  for (let owned = 0; owned < clusterCnt; await delay(100))
    owned = (await db.selectFrom('clusterOwner').select('hostId').execute()).length;
}

async function readOwners(db: Db, parts: readonly ReplicaPart[]) {
  const rows = await db
    .selectFrom('clusterOwner')
    .innerJoin('replica', 'replica.replicaId', 'clusterOwner.replicaId')
    .select(['url', 'epoch'])
    .orderBy('hostId')
    .execute();
  return rows.map(({ url, epoch }) => ({
    replica: parts.findIndex(({ internalPort }) => url.endsWith(`:${internalPort}`)),
    epoch,
  }));
}
