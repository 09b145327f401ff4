import { join } from 'node:path';
import type { DatabaseAddress } from '@gwanje/backend/database/connection';
import { embeddedSocketDir } from '@gwanje/backend/database/embedded-address';
import { TestProcess } from './processes.ts';

const ENTRY = join(import.meta.dirname, '../../../apps/database/src/main.ts');
/** The process ends within seconds, so optimising WebAssembly code would take longer than it saves. */
const FLAGS = ['--wasm-tiering-budget=400000000'];

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

  /** kill -9 */
  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

function isReady(line: string): boolean {
  return line.includes('"msg":"ready"');
}
