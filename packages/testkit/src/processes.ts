import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ProcessOptions {
  readonly args?: readonly string[];
  /** Flags of Node. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Generous, because a busy machine is no failure and the test has its own timeout. */
const LINE_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 60_000;

/**
 * A TypeScript file that runs in a Node process. Its IPC channel closes when the test process dies in any
 * way. The program should exit on `disconnect`, so that no test leaves a process behind.
 */
export class TestProcess implements AsyncDisposable {
  /** Standard output and error, line by line. */
  readonly lines: string[] = [];
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #onLine = new Set<() => void>();
  #exit: Exit | undefined;

  constructor(entry: string, { args = [], flags = [], env = {} }: ProcessOptions = {}) {
    this.#name = entry;
    this.#child = spawn(process.execPath, [...flags, entry, ...args], {
      // Vitest's NODE_OPTIONS must not apply to the tested process.
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const input of [this.#child.stdout, this.#child.stderr]) {
      if (!input) continue;
      createInterface({ input }).on('line', (line) => {
        this.lines.push(line);
        this.#notify();
      });
    }
    // 'close', not 'exit': at 'close' every line has arrived.
    this.exited = once(this.#child, 'close').then(() => {
      this.#exit = { code: this.#child.exitCode, signal: this.#child.signalCode };
      this.#notify();
      return this.#exit;
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.#name} could not be started`);
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#exit === undefined;
  }

  /** The first matching line, past or future. */
  async waitForLine(fits: (line: string) => boolean, withinMs = LINE_WITHIN_MS): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const checkLines = () => {
      const line = this.lines.find(fits);
      if (line !== undefined) resolve(line);
      else if (this.#exit)
        reject(new Error(`${this.#name} ended (${JSON.stringify(this.#exit)}):\n${this.lines.join('\n')}`));
    };
    const timer = setTimeout(
      () =>
        reject(new Error(`${this.#name} did not say it within ${withinMs} ms:\n${this.lines.join('\n')}`)),
      withinMs,
    );
    this.#onLine.add(checkLines);
    checkLines();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#onLine.delete(checkLines);
    }
  }

  /** For a start that must succeed. Stops the process if it does not become ready. */
  async waitForLineOrStop(fits: (line: string) => boolean): Promise<void> {
    try {
      await this.waitForLine(fits);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Default: kill -9. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.#child.kill(signal);
    return this.exited;
  }

  async stop(): Promise<Exit> {
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    try {
      return await this.kill('SIGTERM');
    } finally {
      clearTimeout(killer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #notify(): void {
    for (const checkLines of [...this.#onLine]) checkLines();
  }
}
