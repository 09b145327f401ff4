import { AppError } from '@gwanje/contract/definition/errors';
import { IN_FLIGHT_LIMITS, type InFlightLimits } from './ingest-limits.ts';

interface Held {
  bodies: number;
  bytes: number;
}

/** The memory that one request holds until it is answered. */
export interface Hold extends Disposable {
  /** Throws `busy` beyond the limits. */
  grow(bytes: number): void;
}

/** Limits the requests in flight and the bytes they hold, in total and per cluster. */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #all: Held = { bodies: 0, bytes: 0 };
  readonly #ofCluster = new Map<number, Held>();

  constructor(limits: InFlightLimits = IN_FLIGHT_LIMITS) {
    this.#limits = limits;
  }

  get bodies(): number {
    return this.#all.bodies;
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
