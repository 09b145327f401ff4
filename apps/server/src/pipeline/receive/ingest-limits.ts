const MIB = 1024 * 1024;

/** Limits of one batch before it is decoded. */
export interface BatchLimits {
  readonly wireBytes: number;
  readonly plainBytes: number;
  /** How many times its size a body may grow when it is decompressed. Smaller results than `anyRatioBytes` are free. */
  readonly ratio: number;
  readonly anyRatioBytes: number;
}

/** Limits of all requests in flight. One cluster cannot use all of them. */
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

/** When 3,000 node agents of a cluster return at once, a thousand of their requests get in at a time. */
export const IN_FLIGHT_LIMITS: InFlightLimits = {
  bodies: 2000,
  bytes: 256 * MIB,
  bodiesOfCluster: 1000,
  bytesOfCluster: 96 * MIB,
};
