import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Connections, readText } from '../kubernetes/http.ts';
import { ClusterReplay } from './cluster-replay.ts';
import { Moment } from './moment.ts';
import { postTo } from './post.ts';
import type { Pace, ReplaySettings } from './settings.ts';

export interface Replayed {
  readonly steps: number;
  readonly rows: number;
  readonly untilMs: number;
}

const IDLE_MS = 60_000;
const LARGEST_ANSWER_BYTES = 512 * 1024 * 1024;

export interface ReplayOptions {
  readonly settings: ReplaySettings;
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}

/** Moves a simulator's clock step by step from where it stands to the present, tells each step, and lets the clock go. */
export async function replay({ settings, logger, nowMs, signal }: ReplayOptions): Promise<Replayed> {
  await using stack = new AsyncDisposableStack();
  const control = stack.use(new Connections(false));
  const tellers: { readonly name: string; readonly teller: ClusterReplay }[] = [];
  for (const { name, agent } of settings.clusters) {
    if (!('file' in agent.token)) throw new Error('the token must come from a file');
    const token = (await readFile(agent.token.file, 'utf8')).trim();
    const connections = stack.use(new Connections(agent.server.startsWith('https:')));
    const post = postTo({ connections, server: agent.server, token, signal });
    tellers.push({ name, teller: stack.use(await ClusterReplay.open({ settings: agent, logger, post })) });
  }
  let steps = 0;
  let atMs = 0;
  for (;;) {
    const moments = await Promise.all(
      tellers.map(async ({ name, teller }) => {
        const moment = await momentOf(name, teller.version);
        await teller.tell(moment);
        return moment.atMs;
      }),
    );
    steps += 1;
    atMs = moments[0] ?? nowMs();
    const advanceMs = stepFrom(atMs, settings.pace);
    if (atMs + advanceMs > nowMs()) break;
    await ask('POST', '/clock', { advanceMs });
  }
  await Promise.all(tellers.map(({ teller }) => teller.finish()));
  await ask('POST', '/clock', { follow: true });
  const rows = tellers.reduce((sum, { teller }) => sum + teller.rowCnt, 0);
  return { steps, rows, untilMs: atMs };

  async function momentOf(name: string, since: number): Promise<Moment> {
    const path = `/clusters/${encodeURIComponent(name)}/moment?since=${since}`;
    return Moment.parse(JSON.parse(await ask('GET', path)));
  }

  /** Not asked twice: a clock would be moved twice. */
  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const answer = await control.open({
      url: new URL(`${settings.control}${path}`),
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
      idleMs: IDLE_MS,
      signal,
    });
    return readText(answer, LARGEST_ANSWER_BYTES, true);
  }
}

/** Coarse steps do not run over the border: what comes after it is the same whenever it is replayed. */
export function stepFrom(atMs: number, { fineFromMs, coarseMs, fineMs }: Pace): number {
  return atMs >= fineFromMs ? fineMs : Math.min(coarseMs, fineFromMs - atMs);
}
