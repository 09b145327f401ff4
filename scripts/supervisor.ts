import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

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

const root = join(import.meta.dirname, '..');
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 5000;
/** A process that has run this long counts as restarted successfully. */
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
    this.#launch(part, this.#openLog(part), FIRST_RESTART_MS);
  }

  #openLog({ name }: Part): WriteStream {
    this.#order.push(name);
    const log = createWriteStream(join(this.#logDir, `${name}.log`), { flags: 'a' });
    this.#logs.push(log);
    return log;
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
    const [code] = await once(this.#spawn(part, this.#openLog(part)), 'exit');
    this.#running.delete(part.name);
    return code ?? STOPPED;
  }

  #spawn(part: Part, log: WriteStream): ChildProcess {
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

  #note(name: string, line: string, log: WriteStream): void {
    log.write(`${line}\n`);
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
    for (const log of this.#logs) log.end();
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
