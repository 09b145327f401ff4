import { AppError } from '@gwanje/contract/errors';
import { IN_FLIGHT_LIMITS, type InFlightLimits } from './limits.ts';

interface Held {
  bodies: number;
  bytes: number;
}

/** What one request holds until it is answered. */
export interface Hold extends Disposable {
  /** Throws `busy` where it would be too much. */
  grow(bytes: number): void;
}

/** Counts requests and the bytes they hold in memory, of all and of each cluster. Beyond the limits: busy. */
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

const LEAST_RETRY_S = 2;
const RETRY_SPREAD_S = 5;

/** Not all at the same second: thousands may be told so at once. */
function busy(): AppError {
  return new AppError('busy', { retryAfterS: LEAST_RETRY_S + Math.floor(Math.random() * RETRY_SPREAD_S) });
}
