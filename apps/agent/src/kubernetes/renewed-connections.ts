import type { IncomingMessage } from 'node:http';
import { type Call, Connections, isTlsError, type TlsOptions } from '../http/http.ts';

export type RenewedConnections = Awaited<ReturnType<typeof openRenewedConnections>>;

/** Connections to one server. Reads the authorities again when they did not sign its certificate. */
export async function openRenewedConnections(
  isTls: boolean,
  readTls: () => Promise<TlsOptions>,
  proxy?: URL,
) {
  let tls = await readTls();
  let connections = new Connections(isTls, tls, proxy);

  async function ask(call: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
    try {
      return await call();
    } catch (error) {
      if (!isTlsError(error) || !(await renew())) throw error;
      return call();
    }
  }

  /** Returns false when nothing has changed or the file is being replaced. */
  async function renew(): Promise<boolean> {
    const fresh = await readTls().catch(() => tls);
    if (JSON.stringify(fresh) === JSON.stringify(tls)) return false;
    connections[Symbol.dispose]();
    tls = fresh;
    connections = new Connections(isTls, fresh, proxy);
    return true;
  }

  return {
    /** For connections that are not requests, such as WebSockets. Get it again for each. */
    get httpAgent() {
      return connections.httpAgent;
    },
    renew,
    explain: (error: Error) => connections.explain(error),
    send: (call: Call) => ask(() => connections.send(call)),
    open: (call: Call) => ask(() => connections.open(call)),
    [Symbol.dispose]: () => connections[Symbol.dispose](),
  };
}
