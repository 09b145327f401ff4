import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { Connections } from '../kubernetes/http.ts';
import { ClusterReplay } from './cluster-replay.ts';
import { readMoment } from './moment.ts';
import { postWhenReady } from './post.ts';
import type { Pace, ReplaySettings } from './settings.ts';

export interface Replayed {
  readonly steps: number;
  readonly rows: number;
  readonly untilMs: number;
  /** Since the server was there to hear of it. */
  readonly tookMs: number;
}

const IDLE_MS = 60_000;

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
  // The simulator is at work on everything there is while we get ready to tell it.
  let next = momentAfter(0, Object.fromEntries(settings.clusters.map(({ name }) => [name, 0])));
  next.catch(() => {});
  let readyMs: number | undefined;
  const tellers: { readonly name: string; readonly teller: ClusterReplay }[] = [];
  for (const { name, agent } of settings.clusters) {
    const connections = stack.use(new Connections(agent.server.startsWith('https:')));
    if (!('file' in agent.token)) throw new Error('the token must come from a file');
    const { post, ready } = postWhenReady({
      connections,
      server: agent.server,
      tokenFile: agent.token.file,
      signal,
    });
    void ready.then(() => {
      readyMs ??= performance.now();
    });
    tellers.push({
      name,
      teller: stack.use(await ClusterReplay.open({ settings: agent, logger, post, askWithinMs: IDLE_MS })),
    });
  }
  let steps = 0;
  for (;;) {
    const { atMs, clusters } = await next;
    const advanceMs = stepFrom(atMs, settings.pace);
    const isLast = atMs + advanceMs > nowMs();
    if (!isLast) {
      // The simulator works on the next one while this one is told.
      next = momentAfter(
        advanceMs,
        Object.fromEntries([...clusters].map(([name, { version }]) => [name, version])),
      );
      next.catch(() => {});
    }
    for (const { name, teller } of tellers) {
      const moment = clusters.get(name);
      if (!moment) throw new Error(`the simulator does not tell of ${name}`);
      await teller.tell(moment);
    }
    steps += 1;
    if (!isLast) continue;
    await Promise.all(tellers.map(({ teller }) => teller.finish()));
    await ask('/clock', { follow: true });
    const rows = tellers.reduce((sum, { teller }) => sum + teller.rowCnt, 0);
    return { steps, rows, untilMs: atMs, tookMs: Math.round(performance.now() - (readyMs ?? 0)) };
  }

  async function momentAfter(advanceMs: number, since: Readonly<Record<string, number>>) {
    return readMoment(await ask('/moment', { advanceMs, since }));
  }

  /** Not asked twice: a clock would be moved twice. */
  async function ask(path: string, body: object): Promise<Buffer> {
    const answer = await control.open({
      url: new URL(`${settings.control}${path}`),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      idleMs: IDLE_MS,
      signal,
    });
    return buffer(answer);
  }
}

/** Coarse steps do not run over the border: what comes after it is the same whenever it is replayed. */
export function stepFrom(atMs: number, { fineFromMs, coarseMs, fineMs }: Pace): number {
  return atMs >= fineFromMs ? fineMs : Math.min(coarseMs, fineFromMs - atMs);
}
