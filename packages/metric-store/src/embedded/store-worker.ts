import { parentPort, workerData } from 'node:worker_threads';
import { openStoreCore } from './store-core.ts';
import { answerRequests } from './store-requests.ts';
import type { StoreWorkerData } from './store-thread.ts';

const { options, nowMs }: StoreWorkerData = workerData;

const answer = answerRequests(
  (onDamage) => openStoreCore(options, nowMs, onDamage),
  (message) => parentPort?.postMessage(message),
  () => parentPort?.close(),
);

parentPort?.on('message', answer);
