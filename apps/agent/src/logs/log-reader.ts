import type { LogRequest } from '@gwanje/contract/objects/log-tunnel';
import { type LogEvent, type LogEventOf, MAX_LOG_TAIL_LINES } from '@gwanje/contract/objects/logs';
import { Mutex } from 'async-mutex';
import { Backoff, pause } from '../http/backoff.ts';
import { StatusError } from '../http/http.ts';
import type { ApiClient } from '../kubernetes/api-client.ts';
import { FloodCut } from './flood-cut.ts';
import { type Line, LineSplitter } from './log-line.ts';
import { type Position, parsePosition, ResumeFilter, readFrom } from './log-position.ts';
import { podPath, readContainerState } from './pod-state.ts';

const FLUSH_EVERY_MS = 50;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
const MAX_DETAIL = 300;

export interface LogReaderOptions {
  readonly api: ApiClient;
  readonly stream: number;
  readonly request: LogRequest;
  /** Resolves when more may be sent. Until then nothing is read. */
  readonly send: (event: LogEvent) => Promise<void>;
  readonly now?: () => Date;
  readonly firstWaitMs?: number;
}

type End = LogEventOf<'end'>['reason'];
type State = LogEventOf<'state'>['state'];
interface Outcome {
  readonly end?: End;
  readonly state?: State;
  readonly detail?: string | null;
}

/** Reads the log of one container until it ends, through restarts of the container and of the API server. */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #now: () => Date;
  readonly #cut: FloodCut;
  readonly #sending = new Mutex();
  #reported = '';
  /** The first time at which the log was open. Lines after it are not limited by `tailLines`. */
  #openedAt: string | undefined;
  /** The run of the container that is read, and whether it was read to its end. */
  #run: { readonly restartCnt: number; isWhole: boolean } | undefined;
  /** Set: the log begins at this position. */
  #resume: Position | undefined;
  /** The lines of a new run follow those of the earlier one without a gap. */
  #isNewRun = false;
  /** With `untilTime`: lines that may still be sent. */
  #rangeCnt: number;
  #isRangeOver: 'finished' | 'limit' | undefined;

  constructor(options: LogReaderOptions) {
    const { request, stream, now } = options;
    this.#options = options;
    this.#now = now ?? (() => new Date());
    this.#resume = request.resume === null ? undefined : parsePosition(request.resume);
    this.#rangeCnt = request.tailLines ?? MAX_LOG_TAIL_LINES;
    const burstCnt = this.#resume ? MAX_LOG_TAIL_LINES : this.#rangeCnt;
    this.#cut = new FloodCut(stream, { linesPerSecond: request.linesPerSecond, burstCnt }, this.#resume);
  }

  async run(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(this.#options.firstWaitMs ?? FIRST_WAIT_MS, MAX_WAIT_MS);
    while (!signal.aborted) {
      const before = this.#cut.position;
      const { end, state, detail = null } = await this.#read(signal).catch((error) => this.#outcomeOf(error));
      if (signal.aborted) return;
      if (end) {
        await this.#flush(true);
        await this.#options.send({ ...this.#head('end'), reason: end, detail: shortened(detail) });
        return;
      }
      if (state) await this.#report(state, detail);
      if (this.#cut.position !== before) backoff.reset();
      if (await pause(backoff.nextMs(), signal)) return;
    }
  }

  /** Reads until the API server ends the log. */
  async #read(signal: AbortSignal): Promise<Outcome> {
    const { api, request } = this.#options;
    const before = await readContainerState(api, request, signal);
    if (before.state === 'gone') return { end: 'containerGone' };
    if (before.state === 'notStarted') {
      if (request.isPrevious) return { end: 'noPrevious' };
      return request.isFollowed ? { state: 'waiting', detail: before.reason } : { end: 'finished' };
    }
    if (!request.isPrevious && this.#run?.isWhole && this.#run.restartCnt === before.restartCnt) {
      if (before.state === 'finished') return { end: 'finished' };
      if (before.state === 'stopped') return { state: 'waiting', detail: before.reason };
    }
    // The end of the earlier run was read: the new one has other lines.
    if (this.#run?.isWhole && this.#run.restartCnt !== before.restartCnt) this.#isNewRun = true;
    const answer = await api.open(this.#path(), { idleMs: 0, signal });
    try {
      // The name may have passed to another pod between the check and the opening.
      const opened = await readContainerState(api, request, signal);
      if (opened.state === 'gone') return { end: 'containerGone' };
      await this.#beginRun(opened.restartCnt);
      const lines = await this.#takeLines(answer, signal);
      if (this.#isRangeOver) return { end: this.#isRangeOver };
      if (request.isFollowed) {
        const later = await readContainerState(api, request, signal);
        // Only the connection has ended: the next one sends the line whole.
        if (later.state === 'running' && later.restartCnt === opened.restartCnt) return {};
      }
      for (const line of lines.splitter.end()) await this.#take(line, lines.filter);
      if (this.#run) this.#run.isWhole = true;
      if (request.isFollowed) return {};
      await this.#reportLostPlace(null);
      return { end: 'finished' };
    } finally {
      answer.destroy();
    }
  }

  async #beginRun(restartCnt: number): Promise<void> {
    if (this.#run && this.#run.restartCnt !== restartCnt) {
      await this.#flush(true);
      await this.#options.send(this.#head('restarted'));
    }
    this.#run = { restartCnt, isWhole: false };
    this.#resume = this.#isNewRun ? undefined : this.#cut.position;
    await this.#report('open', null);
    this.#openedAt ??= this.#now().toISOString();
  }

  async #takeLines(answer: AsyncIterable<Buffer>, signal: AbortSignal) {
    const splitter = new LineSplitter();
    const filter = this.#resume && new ResumeFilter(this.#resume);
    const timer = setInterval(() => {
      if (!this.#sending.isLocked()) this.#flush(false).catch(() => {});
    }, FLUSH_EVERY_MS);
    try {
      for await (const chunk of answer) {
        for (const line of splitter.add(chunk)) await this.#take(line, filter);
        if (this.#isRangeOver || signal.aborted) break;
        await this.#flush(false);
      }
      return { splitter, filter };
    } finally {
      clearInterval(timer);
      await this.#flush(false);
    }
  }

  async #take(line: Line, filter: ResumeFilter | undefined): Promise<void> {
    const { untilTime } = this.#options.request;
    const time = line.time ?? this.#cut.position?.time ?? `${this.#now().toISOString().slice(0, -1)}000000Z`;
    if (this.#isRangeOver) return;
    if (filter && this.#resume) {
      const passing = filter.pass(time);
      if (passing === 'skip') return;
      if (passing === 'gap') await this.#reportLostPlace(time);
      this.#resume = undefined;
    }
    if (untilTime !== null && Date.parse(time.slice(0, 23).concat('Z')) > Date.parse(untilTime))
      this.#isRangeOver = 'finished';
    else if (untilTime !== null && this.#rangeCnt-- <= 0) this.#isRangeOver = 'limit';
    else {
      this.#isNewRun = false;
      this.#cut.add({ ...line, time }, this.#now().getTime());
    }
  }

  /** The log does not contain the line at which it was left. */
  async #reportLostPlace(toTime: string | null): Promise<void> {
    if (!this.#resume) return;
    const { time: fromTime } = this.#resume;
    this.#resume = undefined;
    await this.#flush(true);
    const { stream: source } = this.#options;
    await this.#options.send({ type: 'gap', source, fromTime, toTime });
  }

  /** Sends what is ready, in order. */
  #flush(isEnd: boolean): Promise<void> {
    return this.#sending.runExclusive(async () => {
      const nowMs = this.#now().getTime();
      if (isEnd) this.#cut.endWindow(nowMs);
      else this.#cut.tick(nowMs);
      for (const event of this.#cut.take()) await this.#options.send(event);
    });
  }

  async #report(state: State, detail: string | null): Promise<void> {
    const reported = `${state} ${detail}`;
    if (reported === this.#reported) return;
    this.#reported = reported;
    await this.#flush(true);
    await this.#options.send({ ...this.#head('state'), state, detail: shortened(detail) });
  }

  #head<const Type extends string>(type: Type) {
    return { type, source: this.#options.stream, at: this.#now().toISOString() };
  }

  #path(): string {
    const { container, isPrevious, isFollowed, sinceTime, untilTime, tailLines } = this.#options.request;
    const query = new URLSearchParams({ container, timestamps: 'true' });
    if (isPrevious) query.set('previous', 'true');
    else if (isFollowed) query.set('follow', 'true');
    const position = this.#isNewRun ? undefined : this.#cut.position;
    const since = position ? readFrom(position) : (this.#reopenedSince() ?? sinceTime);
    if (since !== null && !this.#isNewRun) query.set('sinceTime', toSeconds(since));
    const isLimited = position === undefined && this.#openedAt === undefined && untilTime === null;
    if (isLimited && tailLines !== null) query.set('tailLines', String(tailLines));
    return `${podPath(this.#options.request)}/log?${query}`;
  }

  /** A log that was open and had no line is read from that time on. */
  #reopenedSince(): string | undefined {
    return this.#options.request.untilTime === null ? this.#openedAt : undefined;
  }

  #outcomeOf(error: unknown): Outcome {
    const detail = error instanceof Error ? error.message : String(error);
    if (!(error instanceof StatusError)) return { state: 'apiServerGone', detail };
    if (error.status === 403) return { end: 'noRight', detail };
    if (error.status === 404) return { end: 'containerGone', detail };
    if (error.status !== 400) return { state: 'apiServerGone', detail };
    if (/previous terminated container/.test(detail)) return { end: 'noPrevious' };
    const isStarting = /waiting to start|ContainerCreating|PodInitializing|trying and failing/.test(detail);
    if (isStarting && this.#options.request.isFollowed) return { state: 'waiting', detail };
    return { end: 'failed', detail };
  }
}

/** The API server reads whole seconds. */
function toSeconds(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

function shortened(detail: string | null): string | null {
  return detail === null ? null : detail.slice(0, MAX_DETAIL);
}
