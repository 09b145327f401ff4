import { AppError } from '@gwanje/contract/definition/errors';
import { MAX_RECORD_BYTES } from '@gwanje/kinds/batch';

const MIB = 1024 * 1024;

/** Limits of one batch before it is decoded. */
export const BATCH_LIMITS = {
  wireBytes: 16 * MIB,
  plainBytes: 64 * MIB,
  recordBytes: MAX_RECORD_BYTES,
  /**
   * How many times its size a body may grow when it is decompressed. Smaller results than `anyRatioBytes` are
   * free.
   */
  ratio: 200,
  anyRatioBytes: 4 * MIB,
};
export type BatchLimits = Readonly<typeof BATCH_LIMITS>;

/**
 * When 3,000 node agents of a cluster return at once, a thousand of their requests are accepted at a time.
 */
const IN_FLIGHT_LIMITS = {
  bodies: 2000,
  bytes: 256 * MIB,
  bodiesOfCluster: 1000,
  bytesOfCluster: 96 * MIB,
};
export type InFlightLimits = Readonly<typeof IN_FLIGHT_LIMITS>;

/** The memory that one request holds until it is answered. */
export interface Hold extends Disposable {
  /** Throws `busy` beyond the limits. */
  grow(bytes: number): void;
}

/** Limits the requests in flight and the bytes they hold, in total and per cluster. */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #all = { bodies: 0, bytes: 0 };
  readonly #ofCluster = new Map<number, { bodies: number; bytes: number }>();

  constructor(limits: InFlightLimits = IN_FLIGHT_LIMITS) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  enter(hostId: number): Hold {
    const all = this.#all;
    const own = this.#ofCluster.get(hostId) ?? { bodies: 0, bytes: 0 };
    const limits = this.#limits;
    if (all.bodies >= limits.bodies || own.bodies >= limits.bodiesOfCluster) throw busy();
    this.#ofCluster.set(hostId, own);
    all.bodies += 1;
    own.bodies += 1;
    let held = 0;
    return {
      grow: (bytes) => {
        if (all.bytes + bytes > limits.bytes || own.bytes + bytes > limits.bytesOfCluster) throw busy();
        all.bytes += bytes;
        own.bytes += bytes;
        held += bytes;
      },
      [Symbol.dispose]: () => {
        all.bodies -= 1;
        all.bytes -= held;
        own.bodies -= 1;
        own.bytes -= held;
        if (own.bodies === 0) this.#ofCluster.delete(hostId);
      },
    };
  }
}

const MIN_RETRY_S = 2;
const RETRY_SPREAD_S = 5;

/** Spread over some seconds, because thousands of agents may get this answer at once. */
function busy(): AppError {
  return new AppError('busy', { retryAfterS: MIN_RETRY_S + Math.floor(Math.random() * RETRY_SPREAD_S) });
}
