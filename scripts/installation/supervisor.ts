import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessReport } from '@gwanje/backend/lifecycle/process-report';
import { z } from 'zod';
import { RotatingLog } from './rotating-log.ts';

interface CommonPart {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs with low CPU priority. */
  readonly hasLowPriority?: boolean;
  /** The terminal does not show its lines. */
  readonly isLogOnly?: boolean;
  readonly onLine?: (line: string) => void;
}

interface NodePart extends CommonPart {
  /** A TypeScript file that this Node runs. It reports when it is ready, and ends when the supervisor ends. */
  readonly entry: string;
}

/** A program of the system. Linux ends it when the supervisor ends. */
interface ProgramPart extends CommonPart {
  readonly program: string;
  /** The program is ready when this address gives any answer, or accepts a connection (`tcp://host:port`). */
  readonly readyUrl: string;
}

export type Part = NodePart | ProgramPart;

const root = join(import.meta.dirname, '../..');
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 5000;
/** A process that has run this long counts as restarted successfully. */
const STEADY_MS = 30_000;
const STOP_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 180_000;
const ASK_READY_EVERY_MS = 50;
const SHOWN_LINES = 5;
const WARN_LEVEL = 40;
const STOPPED = 143;

/** A part cannot start. The message tells an operator what is wrong. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A start that a caller asked for, until the part is ready or has refused. */
interface Starting {
  isReady: boolean;
  isRefused: boolean;
  readonly resolve: () => void;
  readonly reject: (error: StartError) => void;
}

/** Starts the parts, restarts one that dies, and stops all of them in reverse order. */
export class Supervisor {
  readonly #logDir: string;
  readonly #running = new Map<string, ChildProcess>();
  readonly #started = new Map<string, { readonly part: Part; readonly log: RotatingLog }>();
  /** These parts are not started again when they end. */
  readonly #halted = new Set<string>();
  readonly #logs: RotatingLog[] = [];
  readonly #order: string[] = [];
  #stopping = false;

  constructor(logDir: string) {
    this.#logDir = logDir;
    mkdirSync(logDir, { recursive: true });
    chmodSync(logDir, 0o700);
  }

  /**
   * Resolves when the part is ready. Rejects with a StartError when its first start refuses the settings;
   * the part is then not started again.
   */
  start(part: Part): Promise<void> {
    const log = this.#openLog(part);
    this.#started.set(part.name, { part, log });
    return this.#begin(part, log);
  }

  /** Ends a part that `start` started. It stays away until `startAgain`. */
  async halt(name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#halted.add(name);
    const child = this.#running.get(name);
    if (child) await stopChild(child, signal);
  }

  /** Starts a part that `halt` ended. Resolves and rejects as `start` does. */
  async startAgain(name: string): Promise<void> {
    const started = this.#started.get(name);
    if (!started || !this.#halted.delete(name)) throw new Error(`${name} was not halted`);
    await this.#begin(started.part, started.log);
  }

  #begin(part: Part, log: RotatingLog): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isLate = `${part.name}: not ready after ${READY_WITHIN_MS / 1000} s; see ${log.path}`;
    setTimeout(() => reject(new StartError(isLate)), READY_WITHIN_MS).unref();
    this.#launch(part, log, FIRST_RESTART_MS, { isReady: false, isRefused: false, resolve, reject });
    // A caller may start several parts and wait for them later.
    promise.catch(() => {});
    return promise;
  }

  #openLog({ name }: Part): RotatingLog {
    this.#order.push(name);
    const log = new RotatingLog(join(this.#logDir, `${name}.log`));
    this.#logs.push(log);
    return log;
  }

  #launch(part: Part, log: RotatingLog, restartMs: number, starting: Starting): void {
    const startedMs = Date.now();
    const child = this.#spawn(part, log);
    if ('entry' in part) child.on('message', (message) => noteReport(part, message, starting));
    else {
      noteRefusal(part, child, starting);
      void noteAnswer(part, child, starting);
    }
    child.once('error', () => this.#running.delete(part.name));
    child.once('exit', (code, signal) => {
      this.#running.delete(part.name);
      if (this.#stopping || starting.isRefused || this.#halted.has(part.name)) return;
      const waitMs = Date.now() - startedMs > STEADY_MS ? FIRST_RESTART_MS : restartMs;
      console.error(`gwanje: ${part.name} ended (${signal ?? code}), starting it again`);
      setTimeout(() => {
        // The report may arrive after the exit.
        const isAway = this.#halted.has(part.name) || this.#running.has(part.name);
        if (!this.#stopping && !starting.isRefused && !isAway)
          this.#launch(part, log, Math.min(waitMs * 2, MAX_RESTART_MS), starting);
      }, waitMs);
    });
  }

  /** Runs a part that ends by itself, and returns its exit code. `stop` also stops it if it still runs. */
  async run(part: Part): Promise<number> {
    if (this.#stopping) return STOPPED;
    const [code] = await once(this.#spawn(part, this.#openLog(part)), 'exit');
    this.#running.delete(part.name);
    return code ?? STOPPED;
  }

  #spawn(part: Part, log: RotatingLog): ChildProcess {
    const [command, ...args] = commandOf(part);
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...part.env },
      // The channel closes when the supervisor ends in any way.
      stdio: ['ignore', 'pipe', 'pipe', ...('entry' in part ? (['ipc'] as const) : [])],
    });
    this.#running.set(part.name, child);
    if (part.hasLowPriority && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    for (const output of [child.stdout, child.stderr]) {
      if (!output) continue;
      createInterface({ input: output }).on('line', (line) => {
        this.#note(part, line, log);
        part.onLine?.(line);
      });
    }
    return child;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  #note({ name, isLogOnly }: Part, line: string, log: RotatingLog): void {
    log.write(line);
    if (isLogOnly) return;
    const entry = parseEntry(line);
    if (!entry) console.error(`[${name}] ${line}`);
    else if (entry.level >= WARN_LEVEL && !this.#stopping) console.error(`[${name}] ${entry.text}`);
  }

  pidOf(name: string): number | undefined {
    return this.#running.get(name)?.pid;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    // Stops in reverse order: the database stops when no process writes any more.
    for (const name of this.#order.toReversed()) {
      const child = this.#running.get(name);
      if (child) await stopChild(child);
    }
    for (const log of this.#logs) log.close();
  }
}

/** `setpriv` lets the kernel kill the program when this process ends in any way. */
function commandOf(part: Part): [string, ...string[]] {
  const args = part.args ?? [];
  return 'entry' in part
    ? [process.execPath, join(root, part.entry), ...args]
    : ['setpriv', '--pdeathsig', 'KILL', part.program, ...args];
}

async function noteAnswer(part: ProgramPart, child: ChildProcess, starting: Starting): Promise<void> {
  while (!starting.isReady && isRunning(child)) {
    if ((await answers(part.readyUrl)) && isRunning(child)) {
      starting.isReady = true;
      starting.resolve();
    } else await delay(ASK_READY_EVERY_MS);
  }
}

async function answers(url: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'tcp:') {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    return answer !== undefined;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port), hostname, () => resolve(true));
  socket.once('error', () => resolve(false));
  return await promise.finally(() => socket.destroy());
}

/** A program that ends before its first answer does not accept its settings. Its last lines say why. */
function noteRefusal(part: ProgramPart, child: ChildProcess, starting: Starting): void {
  let lines: string[] = [];
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => {
      lines = [...lines, ...chunk.toString().trim().split('\n')].slice(-SHOWN_LINES);
    });
  const refuse = () => {
    if (!starting.isReady) starting.reject(new StartError([`${part.name}:`, ...lines].join('\n  ')));
  };
  child.once('error', (error) => {
    lines.push(error.message);
    refuse();
  });
  child.once('exit', () => {
    starting.isRefused = !starting.isReady;
  });
  // At 'close' every line has arrived.
  child.once('close', refuse);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.pid !== undefined;
}

function noteReport(part: Part, message: unknown, starting: Starting): void {
  const report = ProcessReport.safeParse(message).data;
  if (report?.state === 'ready') {
    starting.isReady = true;
    starting.resolve();
  } else if (report && !starting.isReady) {
    starting.isRefused = true;
    starting.reject(new StartError(`${part.name}: ${report.reason}`));
  }
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill(signal);
  await once(child, 'exit');
  clearTimeout(killer);
}

const Entry = z.object({
  level: z.number(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
});

function parseEntry(line: string): { level: number; text: string } | undefined {
  try {
    const { level, msg, err } = Entry.parse(JSON.parse(line));
    return { level, text: err ? `${msg}: ${err.message}` : msg };
  } catch {
    return undefined;
  }
}
