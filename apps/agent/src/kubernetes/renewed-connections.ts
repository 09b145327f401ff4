import type { IncomingMessage } from 'node:http';
import { type Call, Connections, isTlsError, type TlsOptions } from './http.ts';

/** Connections to one server. Reads the authorities again when they did not sign its certificate. */
export class RenewedConnections implements Disposable {
  readonly #isTls: boolean;
  readonly #readTls: () => Promise<TlsOptions>;
  #tls: TlsOptions;
  #connections: Connections;

  private constructor(isTls: boolean, readTls: () => Promise<TlsOptions>, tls: TlsOptions) {
    this.#isTls = isTls;
    this.#readTls = readTls;
    this.#tls = tls;
    this.#connections = new Connections(isTls, tls);
  }

  static async open(isTls: boolean, readTls: () => Promise<TlsOptions>): Promise<RenewedConnections> {
    return new RenewedConnections(isTls, readTls, await readTls());
  }

  send(call: Call): Promise<IncomingMessage> {
    return this.#ask((connections) => connections.send(call));
  }

  open(call: Call): Promise<IncomingMessage> {
    return this.#ask((connections) => connections.open(call));
  }

  async #ask(ask: (connections: Connections) => Promise<IncomingMessage>): Promise<IncomingMessage> {
    try {
      return await ask(this.#connections);
    } catch (error) {
      if (!isTlsError(error) || !(await this.#renew())) throw error;
      return ask(this.#connections);
    }
  }

  /** Returns false when nothing has changed or the file is being replaced. */
  async #renew(): Promise<boolean> {
    const fresh = await this.#readTls().catch(() => this.#tls);
    if (JSON.stringify(fresh) === JSON.stringify(this.#tls)) return false;
    this.#connections[Symbol.dispose]();
    this.#tls = fresh;
    this.#connections = new Connections(this.#isTls, fresh);
    return true;
  }

  [Symbol.dispose](): void {
    this.#connections[Symbol.dispose]();
  }
}
