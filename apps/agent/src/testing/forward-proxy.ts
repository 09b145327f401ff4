import { once } from 'node:events';
import { createServer, request as requestHttp, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';

export interface ForwardProxy extends AsyncDisposable {
  /** With the credentials that it asks for, if any. */
  readonly url: string;
  readonly origin: string;
  /** `CONNECT host:port` and `POST http://…`, in order; refused ones too. */
  readonly requests: string[];
  /** It refuses every request with this status. */
  refusal: number | undefined;
  /** It accepts connections and answers nothing. */
  isSilent: boolean;
}

export interface ForwardProxyOptions {
  /** Where all names lead to: they exist nowhere else. */
  readonly targetPort: number;
  /** `user:password`, as in an address. */
  readonly credentials?: string;
}

/** A proxy on loopback: opens ways with CONNECT and forwards requests with a whole address. */
export async function startForwardProxy({
  targetPort,
  credentials,
}: ForwardProxyOptions): Promise<ForwardProxy> {
  const expected = credentials && `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}`;
  const statusOf = (authorization: string | undefined) =>
    proxy.refusal ?? (expected && authorization !== expected ? 407 : undefined);
  const server = createServer((request, response: ServerResponse) => {
    proxy.requests.push(`${request.method} ${request.url}`);
    if (proxy.isSilent) return;
    const status = statusOf(request.headers['proxy-authorization']);
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    const { method, headers } = request;
    const { pathname } = new URL(request.url ?? '');
    const forwarded = requestHttp({ host: '127.0.0.1', port: targetPort, method, path: pathname, headers });
    pipeline(request, forwarded, () => {});
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => {});
    });
  });
  server.on('connect', (request, socket) => {
    proxy.requests.push(`CONNECT ${request.url}`);
    if (proxy.isSilent) return;
    const status = statusOf(request.headers['proxy-authorization']);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const target = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      pipeline(socket, target, () => {});
      pipeline(target, socket, () => {});
    });
  });
  const sockets = new Set<{ destroy: () => void }>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: ForwardProxy = {
    url: `http://${credentials ? `${credentials}@` : ''}${origin}`,
    origin: `http://${origin}`,
    requests: [],
    refusal: undefined,
    isSilent: false,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return proxy;
}
