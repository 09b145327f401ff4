import { parentPort, workerData } from 'node:worker_threads';
import { type CoreOptions, StoreCore } from './store-core.ts';
import { type Request, StoreRequests } from './store-requests.ts';

const { options, nowMs }: { options: CoreOptions; nowMs: number } = workerData;

const requests = new StoreRequests(
  StoreCore.open(options, nowMs),
  (message) => parentPort?.postMessage(message),
  () => parentPort?.close(),
);

parentPort?.on('message', (request: Request) => void requests.handle(request));
