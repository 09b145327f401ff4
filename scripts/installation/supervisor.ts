import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ProcessReport } from '@gwanje/backend/lifecycle/process-report';
import { z } from 'zod';
import { RotatingLog } from './rotating-log.ts';

export interface Part {
  readonly name: string;
  /** A TypeScript file that this Node runs. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs with low CPU priority. */
  readonly hasLowPriority?: boolean;
  readonly onLine?: (line: string) => void;
}

const root = join(import.meta.dirname, '../..');
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 5000;
/** A process that has run this long counts as restarted successfully. */
const STEADY_MS = 30_000;
const STOP_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 180_000;
const WARN_LEVEL = 40;
const STOPPED = 143;

/** A part cannot start. The message tells an operator what is wrong. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The first start of a part, until the part is ready or has refused. */
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const log = this.#openLog(part);
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
    child.on('message', (message) => noteReport(part, message, starting));
    child.once('exit', (code, signal) => {
      this.#running.delete(part.name);
      if (this.#stopping || starting.isRefused) return;
      const waitMs = Date.now() - startedMs > STEADY_MS ? FIRST_RESTART_MS : restartMs;
      console.error(`gwanje: ${part.name} ended (${signal ?? code}), starting it again`);
      setTimeout(() => {
        // The report may arrive after the exit.
        if (!this.#stopping && !starting.isRefused)
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
    const child = spawn(process.execPath, [join(root, part.entry), ...(part.args ?? [])], {
      cwd: root,
      env: { ...process.env, ...part.env },
      // The channel closes when the supervisor ends in any way.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#running.set(part.name, child);
    if (part.hasLowPriority && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    for (const output of [child.stdout, child.stderr]) {
      if (!output) continue;
      createInterface({ input: output }).on('line', (line) => {
        this.#note(part.name, line, log);
        part.onLine?.(line);
      });
    }
    return child;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  #note(name: string, line: string, log: RotatingLog): void {
    log.write(line);
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

async function stopChild(child: ChildProcess): Promise<void> {
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill('SIGTERM');
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
