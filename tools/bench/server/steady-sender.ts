import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type AgentTokens, BatchSender, HttpClient } from './batch-sender.ts';
import { Fleet, type FleetPlan } from './fleet.ts';
import { clustersOf, fillInventory } from './ingest.ts';

export interface SteadyWork {
  readonly port: number;
  readonly tokens: readonly AgentTokens[];
  readonly plan: FleetPlan;
}

export type SenderReport =
  | { readonly kind: 'filled' }
  | { readonly kind: 'counts'; readonly late: number; readonly retries: number };

const TICK_MS = 15_000;
const { port, tokens, plan }: SteadyWork = workerData;
using httpClient = new HttpClient(port);
const sender = new BatchSender(httpClient, tokens);
const fleet = new Fleet(plan);
let late = 0;
parentPort?.once('message', () => process.exit());
// Only this thread has low priority: real agents are on other machines and use none of the server's two CPUs.
setPriority(constants.priority.PRIORITY_LOW);

/** In a separate thread: building the batches takes as long as a list may, and would be measured with it. */
await fillInventory(sender, fleet, new Date());
report({ kind: 'filled' });
await Promise.all(clustersOf(fleet).map(sendSteadily));

/**
 * Batches are spread over the interval, as with real agents. A batch is late if the next is due before its
 * acknowledgement.
 */
async function sendSteadily(cluster: number): Promise<never> {
  for (let dueMs = Date.now() + (cluster * TICK_MS) / plan.clusters; ; dueMs += TICK_MS) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(dueMs - Date.now(), 0)));
    await sender.send(fleet.largeBatch(cluster, new Date()));
    if (Date.now() > dueMs + TICK_MS) late += 1;
    report({ kind: 'counts', late, retries: sender.retryCnt });
  }
}

function report(message: SenderReport): void {
  parentPort?.postMessage(message);
}
