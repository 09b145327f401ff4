import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { processTree } from './process-table.ts';
import { TcpLinks } from './tcp-links.ts';

test('a connection between chosen parts is silent until it is restored, or is reset; others go on', async () => {
  await using stack = new AsyncDisposableStack();
  const port = await openEcho(stack);
  const links = stack.use(new TcpLinks(new Map([['replica-1', () => process.pid]])));
  const toFirst = await links.open('metrics-1', { port });
  const toSecond = await links.open('metrics-2', { port });
  const open = (linkPort: number) => {
    const socket = connect(linkPort, '127.0.0.1');
    socket.on('error', () => {});
    stack.defer(() => void socket.destroy());
    return socket;
  };
  const [first, second] = [open(toFirst), open(toSecond)];
  expect(await answer(first, 'a')).toBe('a');

  links.cut('replica-1', 'metrics-1', 'silent');
  expect(await Promise.race([answer(first, 'b'), answer(second, 'other link')])).toBe('other link');
  links.restore('replica-1', 'metrics-1');
  await expect.poll(() => received.get(first)).toBe('ab');

  links.cut('replica-1', 'metrics-1', 'reset');
  await expect.poll(() => first.destroyed).toBe(true);
  const refused = open(toFirst);
  await expect.poll(() => refused.destroyed).toBe(true);
  links.restore('replica-1', 'metrics-1');
  expect(await answer(open(toFirst), 'c')).toBe('c');
  expect(second.destroyed).toBe(false);
});

test('a link whose source is another process is not cut', async () => {
  await using stack = new AsyncDisposableStack();
  const port = await openEcho(stack);
  const links = stack.use(new TcpLinks(new Map([['replica-1', () => 1]])));
  const socket = connect(await links.open('metrics-1', { port }), '127.0.0.1');
  stack.defer(() => void socket.destroy());
  links.cut('replica-1', 'metrics-1', 'reset');
  expect(await answer(socket, 'a')).toBe('a');
});

test('the tree of a process begins with it', () => {
  expect(processTree(process.pid)[0]).toBe(process.pid);
  expect(processTree(process.ppid)).toContain(process.pid);
});

async function openEcho(stack: AsyncDisposableStack): Promise<number> {
  const echo = createServer((socket) => socket.pipe(socket).on('error', () => {}));
  stack.defer(() => void echo.close());
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  return (echo.address() as AddressInfo).port;
}

const received = new Map<Socket, string>();

async function answer(socket: Socket, text: string): Promise<string> {
  if (!received.has(socket)) {
    received.set(socket, '');
    socket.on('data', (chunk: Buffer) => received.set(socket, `${received.get(socket)}${chunk.toString()}`));
  }
  socket.write(text);
  await once(socket, 'data');
  return text;
}
