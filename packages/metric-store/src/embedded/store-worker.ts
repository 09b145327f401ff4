import { parentPort, workerData } from 'node:worker_threads';
import { openStoreCore } from './store-core.ts';
import { answerRequests } from './store-requests.ts';
import type { StoreWorkerData } from './store-thread.ts';

const { options, nowMs }: StoreWorkerData = workerData;

const answer = answerRequests(
  openStoreCore(options, nowMs),
  (message) => parentPort?.postMessage(message),
  () => parentPort?.close(),
);

parentPort?.on('message', answer);
