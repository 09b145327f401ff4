import { parentPort, workerData } from 'node:worker_threads';
import { steppedBatch } from '../check-input.ts';
import { MetricStoreError } from '../interface.ts';
import type { CoreOptions, EmbeddedCore } from './core.ts';
import { LastingCore } from './lasting-core.ts';
import type { Calls, Reply, Request } from './messages.ts';

const { options, nowMs }: { options: CoreOptions; nowMs: number } = workerData;

const lasting = new LastingCore(options, nowMs, (state) => parentPort?.postMessage(state));

parentPort?.on('message', (request: Request) => {
  void answer(request).then((reply) => {
    parentPort?.postMessage(reply);
    if (request.name === 'close') parentPort?.close();
  });
});

async function answer(request: Request): Promise<Reply> {
  const { seq } = request;
  try {
    return { seq, ok: true, answer: await lastingAnswer(request) };
  } catch (error) {
    const kind = error instanceof MetricStoreError ? error.kind : 'unavailable';
    return { seq, ok: false, kind, message: error instanceof Error ? error.message : String(error) };
  }
}

async function lastingAnswer(request: Request): Promise<Calls[keyof Calls]['answer']> {
  if (request.name !== 'close') return await lasting.use(request.nowMs, (core) => perform(core, request));
  await lasting.close();
  return null;
}

async function perform(
  core: EmbeddedCore,
  request: Exclude<Request, { name: 'close' }>,
): Promise<Calls[keyof Calls]['answer']> {
  switch (request.name) {
    case 'append':
      // Checked and rounded here, not by the owner: people wait for what its thread does.
      return core.append(request.args.map(steppedBatch), request.nowMs);
    case 'series':
      return core.series(request.args, request.nowMs);
    case 'top':
      return core.top(request.args, request.nowMs);
    case 'latest':
      return core.latest(request.args, request.nowMs);
    case 'aggregate':
      return core.aggregate(request.args, request.nowMs);
    case 'stats':
      return core.stats();
    case 'maintain':
      return core.maintain({ wallMs: request.nowMs, steadyMs: request.args.steadyMs });
    case 'copyTo':
      await core.copyTo(request.args);
      return null;
  }
}
