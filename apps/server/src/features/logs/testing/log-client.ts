import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { LogEvent } from '@gwanje/contract/objects/logs';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';

/** A browser that reads a stream of logs. */
export class LogClient implements Disposable {
  readonly response: IncomingMessage;
  readonly events: LogEvent[] = [];
  #rest = '';

  private constructor(response: IncomingMessage) {
    this.response = response.setEncoding('utf8').on('error', () => {});
    response.on('data', (chunk: string) => {
      const parts = (this.#rest + chunk).split('\n\n');
      this.#rest = parts.pop() ?? '';
      for (const part of parts)
        if (part.startsWith('data: ')) this.events.push(LogEvent.parse(JSON.parse(part.slice(6))));
    });
  }

  static async open(port: number, origin: string, token: string, body: object): Promise<LogClient> {
    const headers = {
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: `${SESSION_COOKIE}=${token}`,
    };
    const sent = request({ port, path: `${API_PREFIX}/log`, method: 'POST', headers });
    sent.end(JSON.stringify({ _method: 'get', ...body }));
    const [response] = await once(sent, 'response');
    return new LogClient(response);
  }

  async until<Found>(find: (events: readonly LogEvent[]) => Found | undefined | false): Promise<Found> {
    for (;;) {
      const found = find(this.events);
      if (found !== undefined && found !== false) return found;
      await once(this.response, 'data');
    }
  }

  untilEvent<Type extends LogEvent['type']>(
    type: Type,
    index = 0,
  ): Promise<Extract<LogEvent, { type: Type }>> {
    const isOfType = (event: LogEvent): event is Extract<LogEvent, { type: Type }> => event.type === type;
    return this.until((events) => events.filter(isOfType)[index]);
  }

  get texts(): string[] {
    return this.events.flatMap((event) => (event.type === 'lines' ? event.list.map(([, text]) => text) : []));
  }

  [Symbol.dispose](): void {
    this.response.destroy();
  }
}
