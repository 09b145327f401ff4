import type { ServerResponse } from 'node:http';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import type { Logger } from 'pino';
import { onClosed } from '../../platform/stream/on-closed.ts';

export const RECHECK_MS = 4000;
const PING_MS = 15_000;
/** A browser that takes nothing for this long is cut. It resumes when it is back. */
const STALLED_MS = 60_000;

export interface LogStream {
  readonly sources: readonly ((signal: AbortSignal) => AsyncIterable<LogEvent>)[];
  /** For each source whether the caller may still read it. Null: nothing any more. */
  readonly recheck: () => Promise<readonly boolean[] | null>;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'error'>;
  readonly onEnd: () => void;
}

/**
 * Writes the events of all sources. A source goes on when the browser has taken its last event, so that a slow browser
 * slows the agent down and fills no memory.
 */
export function streamLogs(stream: LogStream, response: ServerResponse): void {
  const { sources, recheck, now, logger, onEnd } = stream;
  const stops = sources.map(() => new AbortController());
  const ended = new Set<number>();
  let drained: Promise<void> | undefined;

  async function write(event: LogEvent): Promise<void> {
    if (response.destroyed || response.writableEnded) return;
    if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) drained ??= waitForDrain();
    await drained;
  }

  async function waitForDrain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stalled = setTimeout(() => response.destroy(), STALLED_MS);
    response.once('drain', resolve).once('close', resolve);
    await promise;
    response.off('drain', resolve).off('close', resolve);
    clearTimeout(stalled);
    drained = undefined;
  }

  async function run(index: number): Promise<void> {
    const source = sources[index];
    const signal = stops[index]?.signal;
    if (!source || !signal) return;
    try {
      for await (const event of source(signal)) {
        if (signal.aborted) return;
        if (event.type === 'end') ended.add(index);
        await write({ ...event, source: index });
      }
    } catch (err) {
      logger.error({ err }, 'a log stream has failed');
      // The client opens it again from its last position.
      response.destroy();
    }
  }

  async function check(): Promise<void> {
    // An unavailable database does not cut the stream for five minutes; a lost right does at once.
    const allowed = await recheck().catch(() => undefined);
    if (allowed === null) response.end();
    else for (const [index, isAllowed] of allowed?.entries() ?? []) if (!isAllowed) await revoke(index);
  }

  async function revoke(index: number): Promise<void> {
    if (ended.has(index)) return;
    ended.add(index);
    stops[index]?.abort();
    const at = now().toISOString();
    await write({ type: 'end', source: index, reason: 'noPermission', at, detail: null });
    if (ended.size === sources.length) response.end();
  }

  const ping = setInterval(() => response.write(': ping\n\n'), PING_MS);
  const rechecks = setInterval(() => void check(), RECHECK_MS);
  onClosed(response, () => {
    clearInterval(ping);
    clearInterval(rechecks);
    for (const stop of stops) stop.abort();
    onEnd();
  });
  response.flushHeaders();
  Promise.all(sources.map((_, index) => run(index))).then(
    () => response.end(),
    () => response.destroy(),
  );
}
