import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { streamLogs } from './log-stream.ts';

/** The response to a client that has gone. */
async function abandoned(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = request({ port: (server.address() as AddressInfo).port }).on('error', () => {});
  client.end();
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  client.destroy();
  await once(response, 'close');
  return response;
}

test('a client that has gone before its log opens holds nothing', async () => {
  const signals: AbortSignal[] = [];
  async function* endless(signal: AbortSignal): AsyncGenerator<LogEvent> {
    signals.push(signal);
    while (!signal.aborted) {
      await setImmediate();
      yield { type: 'restarted', source: 0, at: '2026-03-02T00:00:00.000Z' };
    }
  }
  const onEnd = vi.fn();
  const recheck = vi.fn(async () => [true]);
  const response = await abandoned();
  streamLogs({ sources: [endless], recheck, now: () => new Date(), logger: console, onEnd }, response);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
