import { parentPort, workerData } from 'node:worker_threads';
import { steppedBatch } from '../check-input.ts';
import { MetricStoreError } from '../interface.ts';
import { type CoreOptions, EmbeddedCore } from './core.ts';
import { isFatal } from './engine.ts';
import type { Calls, Reply, Request } from './messages.ts';

const { options, nowMs }: { options: CoreOptions; nowMs: number } = workerData;

let core = await EmbeddedCore.open(options, nowMs);
let reopening: Promise<void> | undefined;

parentPort?.on('message', (request: Request) => {
  void answer(request).then((reply) => {
    parentPort?.postMessage(reply);
    if (request.name === 'close') parentPort?.close();
  });
});
parentPort?.postMessage('ready');

async function answer(request: Request): Promise<Reply> {
  const { seq } = request;
  try {
    await reopening;
    return { seq, ok: true, answer: await perform(request) };
  } catch (error) {
    if (isFatal(error)) reopen(request.nowMs);
    const kind = error instanceof MetricStoreError ? error.kind : 'unavailable';
    return { seq, ok: false, kind, message: error instanceof Error ? error.message : String(error) };
  }
}

async function perform(request: Request): Promise<Calls[keyof Calls]['answer']> {
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
      await core.maintain(request.nowMs);
      return null;
    case 'copyTo':
      await core.copyTo(request.args);
      return null;
    case 'close':
      await core.close();
      return null;
  }
}

/** A fatal error of DuckDB (a commit that met a full disk) leaves its file sound but the instance dead. */
function reopen(atMs: number): void {
  reopening ??= (async () => {
    await core.close().catch(() => undefined);
    core = await EmbeddedCore.open(options, atMs);
  })().finally(() => {
    reopening = undefined;
  });
  // Whoever calls next waits for it and gets its error; should it have failed, their call is refused and tries again.
  reopening.catch(() => undefined);
}
