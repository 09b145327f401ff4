const MIB = 1024 * 1024;

/** Of one batch, before it is known what it says. */
export interface BatchLimits {
  readonly wireBytes: number;
  readonly plainBytes: number;
  /** How many times its own size a body may become; below `anyRatioBytes` it may be any. */
  readonly ratio: number;
  readonly anyRatioBytes: number;
}

/** Of all requests that are being worked on; what one cluster holds at most leaves room for the others. */
export interface InFlightLimits {
  readonly bodies: number;
  readonly bytes: number;
  readonly bodiesOfCluster: number;
  readonly bytesOfCluster: number;
}

export const BATCH_LIMITS: BatchLimits = {
  wireBytes: 16 * MIB,
  plainBytes: 64 * MIB,
  ratio: 200,
  anyRatioBytes: 4 * MIB,
};

/** A cluster of 3,000 nodes that all come back at once is let in by the thousand. */
export const IN_FLIGHT_LIMITS: InFlightLimits = {
  bodies: 2000,
  bytes: 256 * MIB,
  bodiesOfCluster: 1000,
  bytesOfCluster: 96 * MIB,
};
