import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Part {
  readonly name: string;
  /** A TypeScript file that this Node runs. */
  readonly entry: string;
  /** A function is called at every start, because later starts may need other arguments. */
  readonly args?: readonly string[] | (() => readonly string[]);
  readonly env?: Readonly<Record<string, string>>;
  /** Runs with low CPU priority. */
  readonly isPatient?: boolean;
  readonly onLine?: (line: string) => void;
}

const root = join(import.meta.dirname, '..');
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 5000;
/** A process that runs this long was restarted successfully. */
const STEADY_MS = 30_000;
const STOP_WITHIN_MS = 20_000;
const WARN_LEVEL = 40;
const STOPPED = 143;

/** Starts the parts, restarts one that dies, and stops all of them in reverse order. */
export class Supervisor {
  readonly #logDir: string;
  readonly #running = new Map<string, ChildProcess>();
  readonly #logs: WriteStream[] = [];
  readonly #order: string[] = [];
  #stopping = false;

  constructor(logDir: string) {
    this.#logDir = logDir;
    mkdirSync(logDir, { recursive: true });
  }

  start(part: Part): void {
    this.#order.push(part.name);
    const log = createWriteStream(join(this.#logDir, `${part.name}.log`), { flags: 'a' });
    this.#logs.push(log);
    this.#launch(part, log, FIRST_RESTART_MS);
  }

  #launch(part: Part, log: WriteStream, restartMs: number): void {
    const startedMs = Date.now();
    const child = this.#spawn(part, log);
    child.once('exit', (code, signal) => {
      this.#running.delete(part.name);
      if (this.#stopping) return;
      const waitMs = Date.now() - startedMs > STEADY_MS ? FIRST_RESTART_MS : restartMs;
      console.error(`gwanje: ${part.name} ended (${signal ?? code}), starting it again`);
      setTimeout(() => {
        if (!this.#stopping) this.#launch(part, log, Math.min(waitMs * 2, MAX_RESTART_MS));
      }, waitMs);
    });
  }

  /** Runs a part that ends by itself, and returns its exit code. `stop` also stops it if it still runs. */
  async run(part: Part): Promise<number> {
    if (this.#stopping) return STOPPED;
    this.#order.push(part.name);
    const log = createWriteStream(join(this.#logDir, `${part.name}.log`), { flags: 'a' });
    this.#logs.push(log);
    const child = this.#spawn(part, log);
    const { promise, resolve } = Promise.withResolvers<number>();
    child.once('exit', (code) => {
      this.#running.delete(part.name);
      resolve(code ?? STOPPED);
    });
    return promise;
  }

  #spawn(part: Part, log: WriteStream): ChildProcess {
    const args = typeof part.args === 'function' ? part.args() : (part.args ?? []);
    const child = spawn(process.execPath, [join(root, part.entry), ...args], {
      cwd: root,
      env: { ...process.env, ...part.env },
      // The channel closes when the supervisor ends in any way.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#running.set(part.name, child);
    if (part.isPatient && child.pid !== undefined)
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

  #note(name: string, line: string, log: WriteStream): void {
    log.write(`${line}\n`);
    const entry = parseEntry(line);
    if (!entry) console.error(`[${name}] ${line}`);
    else if (entry.level >= WARN_LEVEL && !this.#stopping) console.error(`[${name}] ${entry.text}`);
  }

  /** Starts the part again at once, as after a crash. */
  async restart(name: string): Promise<void> {
    const child = this.#running.get(name);
    if (child) await stopChild(child);
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
    for (const log of this.#logs) log.end();
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.once('exit', () => {
    clearTimeout(killer);
    resolve();
  });
  child.kill('SIGTERM');
  return promise;
}

function parseEntry(line: string): { level: number; text: string } | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null || !('level' in entry) || typeof entry.level !== 'number')
      return undefined;
    const message = 'msg' in entry ? String(entry.msg) : '';
    const detail =
      'err' in entry && typeof entry.err === 'object' && entry.err && 'message' in entry.err
        ? `: ${String(entry.err.message)}`
        : '';
    return { level: entry.level, text: message + detail };
  } catch {
    return undefined;
  }
}
