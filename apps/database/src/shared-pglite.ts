import { fsyncSync } from 'node:fs';
import { type ExecProtocolOptionsStream, PGlite, type QueryOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The status with which PGlite leaves its main loop when PostgreSQL reports an ordinary error. */
const ORDINARY_ERROR_STATUS = 100;

const PROTOCOL_3_0 = 196_608;
const STARTUP = 0;
const SYNC = code('S');
const FLUSH = code('H');
const TERMINATE = code('X');
/** Parse, Bind, Describe, Execute, Close: messages of an extended query, which ends with Sync. */
const EXTENDED_QUERY = new Set(['P', 'B', 'D', 'E', 'C'].map(code));
const KNOWN = new Set([SYNC, FLUSH, TERMINATE, code('Q'), ...EXTENDED_QUERY]);
/** One byte of type and four bytes of length. */
const MIN_MESSAGE_LENGTH = 5;
const SYNC_MESSAGE = Uint8Array.of(SYNC, 0, 0, 0, 4);
const STARTUP_MESSAGE = startupMessage('user\0postgres\0database\0postgres\0client_encoding\0UTF8\0\0');

/**
 * PGlite as one session that many connections share. The socket server passes on single messages and reserves
 * the session for a connection only during a transaction. The messages of two extended queries could mix, and
 * a statement could run with another connection's parameters. So an extended query counts as a transaction
 * until its Sync, and its messages are buffered and run together.
 */
export class SharedPGlite extends PGlite {
  #buffered: Uint8Array[] = [];
  /** A Flush has run the buffered messages, and their Sync has not arrived yet. */
  #isFlushed = false;
  /** The answer to every new connection. A malformed start-up packet would break PGlite for all clients. */
  #startupResponse: Uint8Array = new Uint8Array();
  readonly #onCrash: (error: unknown) => void;

  constructor(folder: string, onStderr: (line: string) => void, onCrash: (error: unknown) => void) {
    super({
      fs: new DurableNodeFS(folder),
      startParams: DURABLE_START_PARAMS,
      onStderr: (line) => {
        onStderr(line);
        return false;
      },
    });
    this.#onCrash = onCrash;
  }

  /** Starts PostgreSQL and reports its crashes from then on. */
  async prepare(): Promise<void> {
    await this.waitReady;
    await super.execProtocolRawStream(STARTUP_MESSAGE, {
      onRawData: (data) => {
        this.#startupResponse = Buffer.concat([this.#startupResponse, data]);
      },
    });
    this.#reportCrashes();
  }

  override isInTransaction(): boolean {
    return this.#buffered.length > 0 || this.#isFlushed || super.isInTransaction();
  }

  /** Never rejects: the socket server would silently stop serving all clients. */
  override async execProtocolRawStream(
    message: Uint8Array,
    options: ExecProtocolOptionsStream,
  ): Promise<void> {
    const type = message[0] ?? STARTUP;
    if (type === STARTUP) return options.onRawData(this.#startupResponse);
    if (!KNOWN.has(type) || message.length < MIN_MESSAGE_LENGTH)
      return options.onRawData(fatalError('08P01', 'message not supported'));
    // A client must not end the shared session.
    if (type === TERMINATE) return this.#discardBuffered();
    this.#buffered.push(message);
    if (EXTENDED_QUERY.has(type)) return;
    const messages = this.#buffered.length === 1 ? message : Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#isFlushed = type === FLUSH;
    try {
      await super.execProtocolRawStream(messages, options);
    } catch (error) {
      this.#onCrash(error);
    }
  }

  /**
   * The socket server calls this to roll back for a disconnected client, perhaps inside an extended query.
   */
  override async exec(...[query, options]: [query: string, options?: QueryOptions]) {
    await this.runExclusive(() => this.#discardBuffered());
    return super.exec(query, options);
  }

  async #discardBuffered(): Promise<void> {
    this.#buffered = [];
    if (this.#isFlushed) await this.execProtocolRawStream(SYNC_MESSAGE, { onRawData: () => {} });
  }

  /**
   * PGlite continues after PostgreSQL has aborted (a PANIC, such as a full disk). Its state is then invalid.
   */
  #reportCrashes(): void {
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
        if (!isOrdinary) this.#onCrash(error);
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

function startupMessage(parameters: string): Uint8Array {
  const body = Buffer.from(parameters);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(PROTOCOL_3_0, 4);
  return Buffer.concat([head, body]);
}

/**
 * PGlite runs PostgreSQL with fsync off, and its files on Node have no fsync at all: a commit would survive a
 * killed process but not a power cut. With this file system and these parameters a commit is on disk when it
 * is acknowledged. (fdatasync, the usual method, does nothing in the WebAssembly build.)
 */
const DURABLE_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    emscriptenOpts.preRun?.push((mod) => {
      // A failed fsync is thrown through PostgreSQL and must end this process: the kernel's state of the file
      // is unknown from then on.
      mod.FS.filesystems.NODEFS.stream_ops.fsync = (stream: { nfd: number }) => {
        fsyncSync(stream.nfd);
        return 0;
      };
    });
    return { emscriptenOpts };
  }
}
