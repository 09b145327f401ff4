import { parentPort, workerData } from 'node:worker_threads';
import { type CoreOptions, openStoreCore } from './store-core.ts';
import { answerRequests } from './store-requests.ts';

const { options, nowMs }: { options: CoreOptions; nowMs: number } = workerData;

const answer = answerRequests(
  openStoreCore(options, nowMs),
  (message) => parentPort?.postMessage(message),
  () => parentPort?.close(),
);

parentPort?.on('message', answer);
