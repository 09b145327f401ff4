import type { ServerResponse } from 'node:http';
import { ContainerLog, findRun, type LogLine } from '../kubelet/container-log.ts';
import type { Cluster } from '../world/cluster.ts';
import { badRequest, notFound } from './status.ts';

const FOLLOW_EVERY_MS = 200;
const DEFAULT_TAIL = 100_000;
const NEWLINE = Buffer.from('\n');

interface LogQuery {
  readonly container: string | undefined;
  readonly isPrevious: boolean;
  readonly isFollowed: boolean;
  readonly hasTimes: boolean;
  readonly sinceMs: number;
  readonly tailLines: number;
}

function parseLogQuery(params: URLSearchParams, nowMs: number): LogQuery {
  const tail = params.get('tailLines');
  const sinceSeconds = params.get('sinceSeconds');
  const sinceTime = params.get('sinceTime');
  const sinceMs =
    sinceTime === null
      ? sinceSeconds === null
        ? 0
        : nowMs - Number(sinceSeconds) * 1000
      : Date.parse(sinceTime);
  const tailLines = tail === null ? DEFAULT_TAIL : Number(tail);
  if (!(tailLines >= 0) || Number.isNaN(sinceMs)) throw badRequest('invalid log options');
  return {
    container: params.get('container') ?? undefined,
    isPrevious: params.get('previous') === 'true',
    isFollowed: params.get('follow') === 'true',
    hasTimes: params.get('timestamps') === 'true',
    sinceMs,
    tailLines,
  };
}

/** Answers the log of a container as its kubelet would. Returns the function that ends a followed log. */
export function answerLog(
  cluster: Cluster,
  key: string,
  params: URLSearchParams,
  response: ServerResponse,
): () => void {
  const nowMs = cluster.timeline.nowMs();
  const query = parseLogQuery(params, nowMs);
  const pod = cluster.store.pods.get(key);
  const name = key.slice(key.indexOf('/') + 1);
  if (!pod) throw notFound(`pods "${name}" not found`);
  const names = pod.template.containers.map((container) => container.name);
  const container = query.container ?? names[0] ?? '';
  const index = names.indexOf(container);
  if (index === -1) throw badRequest(`container ${container} is not valid for pod ${name}`);
  const run = findRun(cluster, pod, index, query.isPrevious);
  if (!run && query.isPrevious)
    throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
  if (!run)
    throw badRequest(
      `container "${container}" in pod "${name}" is waiting to start: ${pod.containers[index]?.waitingReason ?? 'ContainerCreating'}`,
    );
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-cache, private' });
  const write = (lines: readonly LogLine[]) => {
    const parts = lines.flatMap(({ time, text }) =>
      query.hasTimes ? [Buffer.from(`${time} `), text, NEWLINE] : [text, NEWLINE],
    );
    return parts.length === 0 || response.write(Buffer.concat(parts));
  };
  const log = new ContainerLog(cluster, run);
  response.flushHeaders();
  write(log.tail(query.tailLines, query.sinceMs, nowMs));
  if (!query.isFollowed || run.end) {
    response.end();
    return () => {};
  }
  const restarts = pod.containers[index]?.restarts;
  let slot = log.endSlot(nowMs);
  let sentMs = nowMs;
  const timer = setInterval(() => {
    // A client that does not read is waited for, as a kubelet does.
    if (response.writableNeedDrain) return;
    const now = cluster.timeline.nowMs();
    const current = cluster.store.pods.get(key);
    const state = current?.id === pod.id ? current.containers[index] : undefined;
    const isOver = state?.state !== 'running' || state.restarts !== restarts;
    const end = state?.restarts === restarts ? (state?.end ?? state?.lastEnd) : state?.lastEnd;
    const followed = isOver && end && current ? new ContainerLog(cluster, { ...run, end }) : log;
    const endSlot = followed.endSlot(now);
    // The present slot is not over: it is read again until it is.
    for (let next = Math.max(0, slot - 1); next < endSlot; next++)
      write(
        followed
          .linesIn(next, isOver && next === endSlot - 1)
          .filter(({ atMs }) => atMs > sentMs && atMs <= now),
      );
    slot = endSlot;
    sentMs = now;
    if (isOver) stop();
  }, FOLLOW_EVERY_MS);
  function stop(): void {
    clearInterval(timer);
    response.end();
  }
  response.once('close', () => clearInterval(timer));
  return stop;
}
