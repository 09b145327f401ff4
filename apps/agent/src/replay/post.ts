import { readFile } from 'node:fs/promises';
import { Ack } from '@gwanje/kinds/batch';
import { Backoff, pause } from '../kubernetes/backoff.ts';
import { type Connections, readText } from '../kubernetes/http.ts';

/** Resolves when the server has stored a batch. */
export type Post = (seq: number, body: Buffer) => Promise<void>;

export interface PostOptions {
  readonly connections: Connections;
  readonly server: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** What the server compares its clock with; the machine's unless told otherwise. */
  readonly now?: () => Date;
}

const PATH = '/ingest/v1/batch';
const IDLE_MS = 60_000;
const ANSWER_BYTES = 64 * 1024;
/** A server that is restarted is back within this. */
const GIVE_UP_MS = 60_000;

const LOOK_FOR_SERVER_EVERY_MS = 100;

export interface WhenReadyOptions extends Omit<PostOptions, 'token'> {
  /** Written by the server before it is ready, for a cluster that it knows. */
  readonly tokenFile: string;
}

/** What is told before the server is ready is kept until then; of a cluster without a token nobody is told. */
export function postWhenReady({ tokenFile, ...options }: WhenReadyOptions): {
  readonly post: Post;
  /** Never, where we are stopped before. */
  readonly ready: Promise<void>;
} {
  const ready = Promise.withResolvers<void>();
  const opened = open();
  // Whoever posts hears of it.
  opened.catch(() => {});
  return { post: async (seq, body) => (await opened)(seq, body), ready: ready.promise };

  async function open(): Promise<Post> {
    while (!(await isReady(options))) await pause(LOOK_FOR_SERVER_EVERY_MS, options.signal);
    ready.resolve();
    try {
      return postTo({ ...options, token: (await readFile(tokenFile, 'utf8')).trim() });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return async () => {};
      throw error;
    }
  }
}

async function isReady({ connections, server, signal }: Omit<PostOptions, 'token'>): Promise<boolean> {
  signal.throwIfAborted();
  try {
    const url = new URL(`${server}/readyz`);
    const answer = await connections.send({ url, headers: {}, idleMs: IDLE_MS, signal });
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

/** Sends a batch until it is taken. Any refusal ends the replay: it would be one of every batch after it. */
export function postTo({ connections, server, token, signal, now = () => new Date() }: PostOptions): Post {
  const url = new URL(`${server}${PATH}`);
  return async (seq, body) => {
    const backoff = new Backoff(50, 2000);
    const endMs = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { status, text } = await attempt(body);
      if (status === 200 && isAck(text, seq)) return;
      const isPassing = status === 0 || status === 429 || status >= 500;
      if (!isPassing || performance.now() > endMs || signal.aborted)
        throw new Error(`the server does not take the past: status ${status}: ${text.slice(0, 300)}`);
      await pause(backoff.nextMs(), signal);
    }
  };

  async function attempt(body: Buffer): Promise<{ status: number; text: string }> {
    try {
      const answer = await connections.send({
        url,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-encoding': 'zstd',
          date: now().toUTCString(),
        },
        body,
        idleMs: IDLE_MS,
        signal,
      });
      return { status: answer.statusCode ?? 0, text: await readText(answer, ANSWER_BYTES) };
    } catch (error) {
      return { status: 0, text: error instanceof Error ? error.message : String(error) };
    }
  }
}

function isAck(text: string, seq: number): boolean {
  try {
    return Ack.safeParse(JSON.parse(text)).data?.seq === seq;
  } catch {
    return false;
  }
}
