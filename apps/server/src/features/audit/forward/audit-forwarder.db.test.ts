import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { listReceivers } from '@gwanje/backend/audit-log/receivers';
import { sealEntries } from '@gwanje/backend/audit-log/seal-entries';
import { readChainEnds } from '@gwanje/backend/audit-log/sealed-entries';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { createLogger } from '@gwanje/backend/observe/logger';
import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { generate } from 'selfsigned';
import { afterEach, expect, it } from 'vitest';
import { OutboundHttpClient } from '../../../alarms/notifications/clients/outbound-http-client.ts';
import { AllowList } from '../../../platform/outside-address.ts';
import { AuditForwarder } from './audit-forwarder.ts';
import { parseAuditReceivers } from './audit-receivers.ts';

const SECRET = 'a secret of the receiver';

describeWithDatabase('forwarding the audit log', (database) => {
  let stack = new AsyncDisposableStack();
  const clock = new FakeClock();
  afterEach(async () => {
    await stack.disposeAsync();
    stack = new AsyncDisposableStack();
  });

  function forwarderTo(
    address: string,
    { ca, allowed = '127.0.0.1' }: { ca?: string; allowed?: string } = {},
  ) {
    const http = new OutboundHttpClient(new AllowList(allowed));
    stack.defer(() => http.close());
    return new AuditForwarder({
      db: database().db,
      receivers: parseAuditReceivers(address, SECRET),
      http,
      lease: ALWAYS_HELD,
      logger: createLogger('server', 'silent'),
      now: clock.now,
      host: 'console.example.com',
      ...(ca !== undefined && { ca }),
    });
  }

  async function record(...actions: string[]): Promise<void> {
    const actor = { userNo: 7, userId: 'operator' };
    const entry = {
      actor,
      outcome: 'denied',
      detail: { text: '이름 "]\\\n' },
      address: '192.0.2.1',
    } as const;
    for (const action of actions) await recordAudit(database().db, { ...entry, action });
    await sealEntries(database().db, clock.now());
  }
  async function state(forwarder: AuditForwarder) {
    const { last } = await readChainEnds(database().db);
    const names = forwarder.receivers.map(({ name }) => name);
    return (await listReceivers(database().db, names, last))[0];
  }

  /** Collects the messages of each connection, which it closes when the sender has ended. */
  async function streamReceiver(tls?: { key: string; cert: string }, port = 0) {
    const messages: string[] = [];
    const accept = async (socket: Socket) => {
      socket.on('error', () => undefined);
      messages.push(...framesOf(await text(socket)));
    };
    const options = { allowHalfOpen: false };
    const server = tls ? createTlsServer({ ...tls, ...options }, accept) : createServer(options, accept);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return { messages, close, port: (server.address() as AddressInfo).port };
  }
  /** Every frame is its length in bytes, a space and the message. */
  function framesOf(stream: string): string[] {
    let rest = Buffer.from(stream);
    const frames: string[] = [];
    while (rest.length > 0) {
      const space = rest.indexOf(' ');
      const end = space + 1 + Number(rest.subarray(0, space).toString());
      frames.push(rest.subarray(space + 1, end).toString());
      rest = rest.subarray(end);
    }
    return frames;
  }
  const actionsIn = (messages: readonly string[]) =>
    messages.map((message) => / action="([^"]*)"/.exec(message)?.[1]);

  it('sends messages of RFC 5424 over TCP, in order, and only new ones the next time', async () => {
    await record('one', 'two');
    const receiver = await streamReceiver();
    stack.defer(receiver.close);
    const forwarder = forwarderTo(`syslog+tcp://127.0.0.1:${receiver.port}`);
    await forwarder.run();
    expect(actionsIn(receiver.messages)).toEqual(['one', 'two']);
    expect(receiver.messages[0]).toMatch(
      /^<108>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z console\.example\.com gwanje - one \[gwanje@32473 no="1" /,
    );
    await record('three');
    await forwarder.run();
    expect(actionsIn(receiver.messages)).toEqual(['one', 'two', 'three']);
    expect(await state(forwarder)).toMatchObject({ waitingCnt: 0, failingSince: null });
  });

  it('sends over TLS only to a receiver whose certificate it trusts', async () => {
    await record('tls');
    const tls = await generate([{ name: 'commonName', value: 'test' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const receiver = await streamReceiver({ key: tls.private, cert: tls.cert });
    stack.defer(receiver.close);
    const address = `syslog+tls://127.0.0.1:${receiver.port}`;
    const doubting = forwarderTo(address);
    await doubting.run();
    expect(receiver.messages).toEqual([]);
    expect(await state(doubting)).toMatchObject({ lastError: expect.stringMatching(/CERT|SELF_SIGNED/) });
    await forwarderTo(address, { ca: tls.cert }).run();
    expect(actionsIn(receiver.messages)).toContain('tls');
  });

  it('sends one datagram for each entry over UDP', async () => {
    await record('udp');
    const socket = createSocket('udp4');
    stack.defer(() => void socket.close());
    const messages: string[] = [];
    const { promise: received, resolve } = Promise.withResolvers<void>();
    socket.on('message', (message) => {
      messages.push(message.toString());
      if (message.includes(' udp [')) resolve();
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    await forwarderTo(`syslog+udp://127.0.0.1:${socket.address().port}`).run();
    await received;
    expect(messages.at(-1)).toMatch(/^<108>1 /);
  });

  it('posts JSON with a signature to a webhook, never to an address that is not allowed', async () => {
    await record('hook');
    const requests: { body: string; signature: unknown }[] = [];
    const server = createHttpServer(async (request, response) => {
      requests.push({ body: await text(request), signature: request.headers['x-gwanje-signature'] });
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit`;
    await forwarderTo(address, { allowed: '' }).run();
    expect(requests).toEqual([]);
    await forwarderTo(address).run();
    const [request] = requests;
    const signature = createHmac('sha256', SECRET)
      .update(request?.body ?? '')
      .digest('hex');
    expect(request?.signature).toBe(`sha256=${signature}`);
    const { entryList } = JSON.parse(request?.body ?? '{}');
    expect(entryList.at(-1)).toMatchObject({ action: 'hook', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(entryList.at(-1)).not.toHaveProperty('personalSalt');
  });

  it('loses nothing while a receiver is away, also after a restart, and says how much waits', async () => {
    const gone = await streamReceiver();
    await gone.close();
    const address = `syslog+tcp://127.0.0.1:${gone.port}`;
    await record('while.away.1');
    const forwarder = forwarderTo(address);
    await forwarder.run();
    const failing = await state(forwarder);
    expect(failing).toMatchObject({ lastError: 'ECONNREFUSED', failingSince: clock.now().toISOString() });
    clock.advance(60_000);
    await record('while.away.2');
    await forwarder.run();
    const waitingCnt = (failing?.waitingCnt ?? 0) + 1;
    expect(await state(forwarder)).toMatchObject({ failingSince: failing?.failingSince, waitingCnt });
    const back = await streamReceiver(undefined, gone.port);
    stack.defer(back.close);
    // In the pause after a failure it is not tried.
    await forwarder.run();
    expect(back.messages).toEqual([]);
    const restarted = forwarderTo(address);
    await restarted.run();
    expect(actionsIn(back.messages)).toEqual(expect.arrayContaining(['while.away.1', 'while.away.2']));
    expect(await state(restarted)).toMatchObject({ waitingCnt: 0, failingSince: null, lastError: null });
  });

  it('counts entries as unsent that a receiver may not have read', async () => {
    await record('unread');
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.resetAndDestroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(() => void server.close());
    const forwarder = forwarderTo(`syslog+tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await forwarder.run();
    expect((await state(forwarder))?.waitingCnt).toBeGreaterThan(0);
  });
});
