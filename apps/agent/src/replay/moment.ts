import { z } from 'zod';

/** Checked in one go: thousands of numbers many times a second. */
const Numbers = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
);
const Amounts = z.custom<readonly (number | null)[]>(
  (value) => Array.isArray(value) && value.every((one) => one === null || typeof one === 'number'),
);
const Texts = z.custom<readonly string[]>(
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

const Network = { rxBytes: Numbers, txBytes: Numbers, rxErrors: Numbers, txErrors: Numbers };

/** The numbers of one kubelet's pages, as a simulator gives them that is moved through the past. */
const Reading = z.object({
  name: z.string(),
  startMs: z.number(),
  nanoCores: z.number(),
  workingSetBytes: z.number(),
  rssBytes: z.number(),
  availableBytes: z.number(),
  majorPageFaults: z.number(),
  fsUsedBytes: z.number(),
  fsCapacityBytes: z.number(),
  fsInodesUsed: z.number(),
  fsInodes: z.number(),
  imageFsUsedBytes: z.number(),
  rxBytes: z.number(),
  txBytes: z.number(),
  rxErrors: z.number(),
  txErrors: z.number(),
  processes: z.number(),
  pods: z.object({
    uid: Texts,
    startMs: Numbers,
    nanoCores: Numbers,
    workingSetBytes: Numbers,
    rssBytes: Numbers,
    ephemeralBytes: Numbers,
    ...Network,
    processes: Numbers,
  }),
  containers: z.object({
    podAt: Numbers,
    name: Texts,
    startMs: Numbers,
    nanoCores: Numbers,
    workingSetBytes: Numbers,
    rssBytes: Numbers,
    rootfsBytes: Numbers,
    logsBytes: Numbers,
    /** Of cAdvisor, which virtual kubelets do not have. */
    cacheBytes: Numbers.optional(),
    periods: Amounts.optional(),
    throttledPeriods: Amounts.optional(),
    readBytes: Numbers.optional(),
    writeBytes: Numbers.optional(),
    reads: Numbers.optional(),
    writes: Numbers.optional(),
  }),
  claims: z.object({
    namespace: Texts,
    name: Texts,
    usedBytes: Numbers,
    capacityBytes: Numbers,
    availableBytes: Numbers,
    inodesUsed: Numbers,
    inodes: Numbers,
  }),
});
export type Reading = z.infer<typeof Reading>;

const Change = z.object({
  resource: z.string(),
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED']),
  atMs: z.number(),
  object: z.unknown(),
});

/** What has changed in a cluster since a version, and what its kubelets say now. */
export const Moment = z.object({
  atMs: z.number(),
  version: z.number(),
  changes: z.array(Change),
  readings: z.array(Reading),
});
export type Moment = z.infer<typeof Moment>;
