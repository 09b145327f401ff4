import type { RequestListener } from 'node:http';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { AllowList, isPublicAddress } from '../../../platform/outside-address.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { OutboundHttpClient } from './outbound-http-client.ts';

const EMPTY_ALLOW_LIST = new AllowList('');

async function serve(listener: RequestListener, address?: string, port?: number): Promise<number> {
  const server = await openTestServer(listener, address, port);
  onTestFinished(() => server[Symbol.dispose]());
  return server.port;
}

function clientOf(...args: ConstructorParameters<typeof OutboundHttpClient>): OutboundHttpClient {
  const client = new OutboundHttpClient(...args);
  onTestFinished(() => client.close());
  return client;
}

async function failureOf(sending: Promise<unknown>): Promise<DeliveryFailure> {
  const error = await sending.catch((reason: unknown) => reason);
  if (!(error instanceof DeliveryFailure)) throw new Error(`no failure: ${error}`);
  return error;
}

describe('an address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '223.130.200.104', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'is public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  const inside = `
    127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1
    169.254.169.254 192.0.0.192 198.18.0.1 192.0.2.1 203.0.113.5 224.0.0.1 240.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1
    2002:7f00:1:: 2001::1 2001:db8::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 100::1 localhost 1.2.3`;
  it.each([...inside.trim().split(/\s+/), ''])('is not public: %s', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );
});

describe('the allow list', () => {
  const list = new AllowList('hooks.corp.example, 10.20.0.0/16, 192.168.7.7, fd00:1::/32');

  it('accepts host names, addresses and networks', () => {
    expect(list.allowsName('Hooks.Corp.Example')).toBe(true);
    expect(list.allowsName('evil.hooks.corp.example')).toBe(false);
    expect(list.allowsAddress('10.20.255.1')).toBe(true);
    expect(list.allowsAddress('::ffff:10.20.255.1')).toBe(true);
    expect(list.allowsAddress('10.21.0.1')).toBe(false);
    expect(list.allowsAddress('192.168.7.7')).toBe(true);
    expect(list.allowsAddress('192.168.7.8')).toBe(false);
    expect(list.allowsAddress('fd00:1:2::3')).toBe(true);
  });

  it.each(['10.0.0.0/33', 'http://a', 'a b', '10.0.0.0/x'])('refuses %s', (text) =>
    expect(() => new AllowList(text)).toThrow(/is n/),
  );
});

describe('sending', () => {
  const notations = `
    127.0.0.1 127.1 0x7f.1 2130706433 017700000001 [::1] [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:1] localhost
    ０x7f.1 127.0.0.1. 0177.0.0.1 0x7f000001 ①②⑦.0.0.1 0 0.0.0.0 [::] [::127.0.0.1] [64:ff9b::127.0.0.1]
    [64:ff9b::7f00:1] [2002:7f00:1::] LOCALHOST`;
  it.each(notations.trim().split(/\s+/))(
    'never connects to the local host, in any notation: %s',
    async (host) => {
      let requests = 0;
      const port = await serve((_request, response) => {
        requests += 1;
        response.end();
      });
      const sending = clientOf(EMPTY_ALLOW_LIST).post(`http://${host}:${port}/`, {}, '{}');
      expect((await failureOf(sending)).kind).toBe('inside');
      expect(requests).toBe(0);
    },
  );

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
    'http://user:secret@example.com/',
  ])('refuses a URL that is not http or https or has credentials: %s', async (address) => {
    expect((await failureOf(clientOf(EMPTY_ALLOW_LIST).post(address, {}, ''))).kind).toBe('address');
  });

  test('follows no redirect', async () => {
    const requests: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      requests.push(request.url);
      response.writeHead(307, { location: '/secret' }).end();
    });
    const client = clientOf(new AllowList('127.0.0.1'));
    const failure = await failureOf(client.post(`http://127.0.0.1:${port}/hook`, {}, '{}'));
    expect(failure).toMatchObject({ kind: 'redirect', status: 307 });
    expect(requests).toEqual(['/hook']);
  });

  test('connects to the checked address, also when the name resolves differently later', async () => {
    const reached: string[] = [];
    const port = await serve((_request, response) => {
      reached.push('allowed');
      response.end('ok');
    }, '127.0.0.2');
    await serve((_request, response) => response.end(reached.push('inside') ? '' : ''), '127.0.0.1', port);
    const answers = ['127.0.0.2', '127.0.0.1'];
    const client = clientOf(new AllowList('127.0.0.2'), {
      resolve: (_host, _options, done) => {
        const address = answers.shift();
        done(null, address ? [{ address, family: 4 }] : []);
      },
    });
    const url = `http://hooks.example.com:${port}/`;
    expect(await client.post(url, { 'content-type': 'application/json' }, '{}')).toEqual({ status: 200 });
    expect((await failureOf(client.post(url, {}, '{}'))).kind).toBe('inside');
    expect(reached).toEqual(['allowed']);
  });

  test('refuses a name with a trailing dot that resolves to an internal address', async () => {
    const client = clientOf(new AllowList('hooks.corp.example'), {
      resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect((await failureOf(client.post('http://hooks.corp.example.:1/', {}, ''))).kind).toBe('inside');
  });

  test('refuses a name when one of its addresses is internal', async () => {
    const client = clientOf(EMPTY_ALLOW_LIST, {
      resolve: (_host, _options, done) =>
        done(null, [
          { address: '1.1.1.1', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    });
    expect((await failureOf(client.post('http://hooks.example.com/', {}, ''))).kind).toBe('inside');
  });

  test('reports the cause: status, timeout or connection', async () => {
    const allowed = new AllowList('127.0.0.1');
    const refusing = await serve((_request, response) => response.writeHead(500).end('no'));
    expect(await failureOf(clientOf(allowed).post(`http://127.0.0.1:${refusing}/`, {}, ''))).toMatchObject({
      kind: 'status',
      status: 500,
    });
    const silent = await serve(() => undefined);
    const shortTimeout = clientOf(allowed, { timeoutMs: 50 });
    expect((await failureOf(shortTimeout.post(`http://127.0.0.1:${silent}/`, {}, ''))).kind).toBe('timeout');
    expect((await failureOf(clientOf(allowed).post('http://127.0.0.1:1/', {}, ''))).kind).toBe('connection');
  });

  it.each([
    ['"code": 0', { status: 200 }],
    ['"code": 1', { kind: 'refused', status: 200 }],
  ])('an answer that must contain %s gives %j', async (successText, outcome) => {
    const port = await serve((_request, response) => response.end('{"code": 0}'));
    const client = clientOf(new AllowList('127.0.0.1'));
    const sent = client.post(`http://127.0.0.1:${port}/`, {}, '', successText);
    expect(await sent.catch((error: unknown) => error)).toMatchObject(outcome);
  });

  test('does not wait for the end of an endless response body', async () => {
    const port = await serve((_request, response) => {
      const writing = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
      response.on('close', () => clearInterval(writing));
    });
    const client = clientOf(new AllowList('127.0.0.1'));
    expect(await client.post(`http://127.0.0.1:${port}/`, {}, '')).toEqual({ status: 200 });
    expect(await client.post(`http://127.0.0.1:${port}/`, {}, '', 'xx')).toEqual({ status: 200 });
  });
});
