import { setTimeout } from 'node:timers/promises';
import type { LogRequest } from '@gwanje/contract/objects/log-tunnel';
import type { LogEvent, LogPosition } from '@gwanje/contract/objects/logs';
import { TunnelLost } from './agent-tunnel.ts';
import type { LogTunnels } from './log-tunnels.ts';

const FIND_AGAIN_MS = 1000;

export interface LogSourceOptions {
  readonly tunnels: Pick<LogTunnels, 'find'>;
  readonly hostId: number;
  readonly request: LogRequest;
  readonly now: () => Date;
  readonly findAgainMs?: number;
}

/** The events of one log. When the agent is gone it waits for it, and goes on after the last event. */
export async function* readSource(
  { tunnels, hostId, request, now, findAgainMs = FIND_AGAIN_MS }: LogSourceOptions,
  signal: AbortSignal,
): AsyncGenerator<LogEvent, void> {
  let resume: LogPosition | null = request.resume;
  let openedAt: string | undefined;
  let isGoneReported = false;
  while (!signal.aborted) {
    const tunnel = await tunnels.find(hostId);
    if (tunnel) {
      isGoneReported = false;
      // A log that was open and had no line is read from that time on.
      const since = openedAt !== undefined &&
        request.untilTime === null && { sinceTime: openedAt, tailLines: null };
      try {
        for await (const event of tunnel.read({ ...request, ...since, resume }, signal)) {
          if ('position' in event) resume = event.position;
          const at = now().toISOString();
          if (event.type === 'state' && event.state === 'open') openedAt ??= at;
          // The clock of the agent may be wrong.
          yield 'at' in event ? { ...event, at } : event;
          if (event.type === 'end') return;
        }
      } catch (error) {
        if (!(error instanceof TunnelLost)) throw error;
      }
      if (signal.aborted) return;
    }
    if (!isGoneReported) {
      yield { type: 'state', source: 0, state: 'agentGone', at: now().toISOString(), detail: null };
      isGoneReported = true;
    }
    await setTimeout(findAgainMs, undefined, { signal }).catch(() => {});
  }
}
