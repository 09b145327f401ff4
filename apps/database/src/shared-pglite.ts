import { type ExecProtocolOptionsStream, PGlite, type QueryOptions } from '@electric-sql/pglite';
import { DURABLE_START_PARAMS, DurableNodeFS } from './durable-node-fs.ts';

/** How PGlite leaves its main loop when PostgreSQL reports an ordinary error. */
const ORDINARY_ERROR_STATUS = 100;

const STARTUP = 0;
const SYNC = code('S');
const FLUSH = code('H');
/** Parse, Bind, Describe, Execute, Close: steps of an exchange that ends with Sync. */
const STEPS = new Set(['P', 'B', 'D', 'E', 'C'].map(code));
const KNOWN = new Set([STARTUP, SYNC, FLUSH, code('Q'), code('X'), ...STEPS]);
const SYNC_MESSAGE = Uint8Array.of(SYNC, 0, 0, 0, 4);

/**
 * PGlite as one session that many connections share. The socket server in front of it hands over single messages and
 * lets a connection keep the session only in a transaction; alone, that would let the steps of two exchanges mix, and a
 * statement run with another connection's parameters. So an exchange counts as a transaction until its Sync, and its
 * steps are held back to run in one go.
 */
export class SharedPGlite extends PGlite {
  #steps: Uint8Array[] = [];
  /** Steps have run that no Sync has ended yet. */
  #isFlushed = false;

  constructor(folder: string, onStderr: (line: string) => void, onCrash: (error: unknown) => void) {
    super({
      fs: new DurableNodeFS(folder),
      startParams: DURABLE_START_PARAMS,
      onStderr: (line) => {
        onStderr(line);
        return false;
      },
    });
    void this.waitReady.then(
      () => this.#reportCrashes(onCrash),
      () => {},
    );
  }

  override isInTransaction(): boolean {
    return this.#steps.length > 0 || this.#isFlushed || super.isInTransaction();
  }

  /** Never rejects: the socket server would stop serving everybody. */
  override async execProtocolRawStream(
    message: Uint8Array,
    options: ExecProtocolOptionsStream,
  ): Promise<void> {
    const type = message[0] ?? STARTUP;
    if (!KNOWN.has(type)) return options.onRawData(fatalError('08P01', 'message not supported'));
    this.#steps.push(message);
    if (STEPS.has(type)) return;
    const exchange = this.#steps.length === 1 ? message : Buffer.concat(this.#steps);
    this.#steps = [];
    this.#isFlushed = type === FLUSH;
    try {
      await super.execProtocolRawStream(exchange, options);
    } catch (error) {
      options.onRawData(fatalError('08006', error instanceof Error ? error.message : String(error)));
    }
  }

  /** The socket server calls this to roll back for a client that went away, perhaps in the middle of an exchange. */
  override async exec(...[query, options]: [query: string, options?: QueryOptions]) {
    this.#steps = [];
    if (this.#isFlushed) {
      await this.runExclusive(() => this.execProtocolRawStream(SYNC_MESSAGE, { onRawData: () => {} }));
    }
    return super.exec(query, options);
  }

  /** PGlite goes on after PostgreSQL has aborted (a PANIC, such as a full disk under the log). Nothing may be trusted then. */
  #reportCrashes(onCrash: (error: unknown) => void): void {
    const mod = this.Module;
    const loopOnce = mod._PostgresMainLoopOnce;
    mod._PostgresMainLoopOnce = () => {
      try {
        loopOnce();
      } catch (error) {
        const isOrdinary =
          typeof error === 'object' &&
          error !== null &&
          'status' in error &&
          error.status === ORDINARY_ERROR_STATUS;
        if (!isOrdinary) onCrash(error);
        throw error;
      }
    };
  }
}

function code(letter: string): number {
  return letter.charCodeAt(0);
}

function fatalError(sqlState: string, text: string): Uint8Array {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
