import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, errors, failure } from '@gwanje/contract/definition/errors';
import { StreamEvent } from '@gwanje/kinds/calls/stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnection } from './connection.ts';

let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stream`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Records every event and state as a short text; `until` waits for one of them. */
function listening() {
  const seen: string[] = [];
  const waiting: (() => void)[] = [];
  const note = (word: string) => {
    seen.push(word);
    for (const wake of waiting.splice(0)) wake();
  };
  const connection = openConnection(
    url,
    (received) => {
      if (received.kind === 'state')
        return note(received.code === null ? received.state : `${received.state} ${received.code}`);
      const event = StreamEvent.parse(received.event);
      note('hostId' in event ? `${event.type} ${event.hostId}` : event.type);
    },
    () => -0.49,
  );
  async function until(word: string, times = 1): Promise<void> {
    while (seen.filter((one) => one === word).length < times)
      await new Promise<void>((wake) => waiting.push(wake));
  }
  return { seen, until, close: connection.close };
}

function message(id: string, hostId: number): string {
  return `id: ${id}\nevent: inventoryChanged\ndata: {"type":"inventoryChanged","hostId":${hostId},"kinds":["pod"]}\n\n`;
}

test('reconnects after a lost connection with the last received event id', async () => {
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.headers['last-event-id']?.toString());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(message(`a-${asked.length}`, asked.length));
    if (asked.length === 1) response.end();
  };
  const { seen, until, close } = listening();
  await until('inventoryChanged 2');
  close();
  expect(asked).toEqual([undefined, 'a-1']);
  const opened = ['connecting', 'connected'];
  expect(seen).toEqual([...opened, 'inventoryChanged 1', 'lost', ...opened, 'inventoryChanged 2']);
});

test('a lost session ends the connection with the error code', async () => {
  answer = (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(failure(new AppError('sessionFailed'))));
  };
  const { seen, until } = listening();
  await until(`refused ${errors.sessionFailed.code}`);
  expect(seen).toEqual(['connecting', `refused ${errors.sessionFailed.code}`]);
});

test('reconnects to a busy server', async () => {
  let turn = 0;
  answer = (_request, response) => {
    turn += 1;
    response.writeHead(turn === 1 ? 503 : 200, { 'content-type': 'text/event-stream' });
    if (turn === 1) response.end('busy');
    else response.write('id: a-0\n: welcome\n\n');
  };
  const { until, close } = listening();
  await until('lost');
  await until('connected');
  close();
});

test('a message that is not JSON is ignored', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: no json\n\n${message('a-1', 7)}`);
  };
  const { seen, until, close } = listening();
  await until('inventoryChanged 7');
  close();
  expect(seen).toEqual(['connecting', 'connected', 'inventoryChanged 7']);
});

test('reconnects with an id that arrived without an event', async () => {
  const asked: (string | undefined)[] = [];
  answer = (request, response) => {
    asked.push(request.headers['last-event-id']?.toString());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('id: a-7\n: welcome\n\n');
  };
  const { until, close } = listening();
  await until('connected', 2);
  close();
  expect(asked.slice(0, 2)).toEqual([undefined, 'a-7']);
});

test('drops the connection if a message exceeds the maximum length', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${'x'.repeat(5_000_000)}`);
  };
  const { until, close } = listening();
  await until('lost');
  close();
});
