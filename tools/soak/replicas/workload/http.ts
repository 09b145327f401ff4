import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The cookies that it sets, as `name=value`. */
  readonly cookies: readonly string[];
}

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
  readonly withinMs: number;
}

const agent = new Agent({ keepAlive: true });

/** Undefined: no answer within the time, or the connection ended. Nobody knows whether the request was done. */
export function ask(url: string, { method, headers, body, withinMs }: Question): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const signal = AbortSignal.timeout(withinMs);
  const fail = () => resolve(undefined);
  const sent = request(url, { method, agent, signal, ...(headers ? { headers } : {}) }, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part) => parts.push(part));
    answer.on('error', fail);
    answer.on('end', () =>
      resolve({
        status: answer.statusCode ?? 0,
        text: Buffer.concat(parts).toString(),
        cookies: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? ''),
      }),
    );
  });
  sent.on('error', fail);
  sent.end(body);
  return promise;
}

/** The client tries again later, at any replica. */
export function isTemporary(answer: Answer | undefined): boolean {
  return answer === undefined || answer.status === 429 || answer.status >= 500;
}
