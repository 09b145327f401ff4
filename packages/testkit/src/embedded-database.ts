import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '@gwanje/backend/database/connection';
import { embeddedSocketDir } from '@gwanje/backend/database/embedded-address';
import { TestProcess } from './processes.ts';

const ENTRY = join(import.meta.dirname, '../../../apps/database/src/main.ts');
/** The process ends within seconds, so optimising WebAssembly code would take longer than it saves. */
const FLAGS = ['--wasm-tiering-budget=400000000'];
const FIRST_RESTART_MS = 50;
const MAX_RESTART_MS = 2_000;

/** Starts the embedded database's process on a data folder, as `npm run database` does. */
export async function startEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const database = new EmbeddedDatabase(dataDir);
  await database.start();
  return database;
}

export class EmbeddedDatabase implements AsyncDisposable {
  readonly dataDir: string;
  readonly address: DatabaseAddress;
  #process: TestProcess | undefined;
  #supervision: Promise<void> | undefined;
  #isWanted = false;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.address = { socketDir: embeddedSocketDir(dataDir) };
  }

  get process(): TestProcess {
    if (!this.#process) throw new Error('the embedded database has not been started');
    return this.#process;
  }

  async start(): Promise<void> {
    this.#process = new TestProcess(ENTRY, { flags: FLAGS, env: { GWANJE_DATA_DIR: this.dataDir } });
    await this.#process.waitForLineOrStop(isReady);
  }

  /** From now on restarts the process when it dies. The pause grows each time it dies before it is ready. */
  supervise(): void {
    this.#isWanted = true;
    this.#supervision ??= this.#keepRunning();
  }

  async #keepRunning(): Promise<void> {
    let waitMs = FIRST_RESTART_MS;
    while (this.#isWanted) {
      await this.#process?.exited;
      if (!this.#isWanted) return;
      await delay(waitMs);
      const wasReady = await this.start().then(
        () => true,
        () => false,
      );
      waitMs = wasReady ? FIRST_RESTART_MS : Math.min(waitMs * 2, MAX_RESTART_MS);
    }
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    while (this.#process?.isRunning) await this.#process.stop();
    await this.#supervision;
    if (this.#process?.isRunning) await this.#process.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

function isReady(line: string): boolean {
  return line.includes('"msg":"ready"');
}
