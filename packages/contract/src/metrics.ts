/** What a metric is measured on. */
export const metricScopes = ['cluster', 'node', 'pod', 'container', 'claim'] as const;
export type MetricScope = (typeof metricScopes)[number];

export type MetricUnit = 'cores' | 'bytes' | 'bytesPerSecond' | 'perSecond' | 'ratio' | 'count';

/**
 * Decimals in which values of a unit are kept: a kubelet's own gauges (nanocores, bytes, counts) lose nothing, rates are
 * kept to a hundredth and better. More of them would only be sent and thrown away.
 */
export const unitDecimals: Readonly<Record<MetricUnit, number>> = {
  cores: 9,
  bytes: 0,
  bytesPerSecond: 2,
  perSecond: 4,
  ratio: 6,
  count: 2,
};

export interface Metric {
  readonly unit: MetricUnit;
  /** Where it comes from: the kubelet's summary, its cAdvisor page, or sums of our own. */
  readonly origin: 'summary' | 'cadvisor' | 'derived';
  /** A rate is made of a counter by the agent; a gauge is sent as it was read. */
  readonly made: 'gauge' | 'rate';
}

function gauge(unit: MetricUnit, origin: Metric['origin'] = 'summary'): Metric {
  return { unit, origin, made: 'gauge' };
}

function rate(unit: MetricUnit, origin: Metric['origin'] = 'summary'): Metric {
  return { unit, origin, made: 'rate' };
}

/**
 * Every metric, by what it is measured on. Store, charts, formats and exports follow from this table; the order of a
 * scope's metrics is the order of columns in the store and only ever grows at its end.
 */
export const metrics = {
  cluster: {
    cpuUsedCores: gauge('cores', 'derived'),
    memUsedBytes: gauge('bytes', 'derived'),
    fsUsedBytes: gauge('bytes', 'derived'),
    netRxBps: gauge('bytesPerSecond', 'derived'),
    netTxBps: gauge('bytesPerSecond', 'derived'),
    nodeCnt: gauge('count', 'derived'),
    nodeReadyCnt: gauge('count', 'derived'),
    podCnt: gauge('count', 'derived'),
    podRunningCnt: gauge('count', 'derived'),
    podPendingCnt: gauge('count', 'derived'),
    podFailedCnt: gauge('count', 'derived'),
    containerCnt: gauge('count', 'derived'),
    restartCnt: gauge('count', 'derived'),
    pvUsedBytes: gauge('bytes', 'derived'),
    pvCapacityBytes: gauge('bytes', 'derived'),
    pvUnboundCnt: gauge('count', 'derived'),
  },
  node: {
    cpuUsedCores: gauge('cores'),
    memUsedBytes: gauge('bytes'),
    memRssBytes: gauge('bytes'),
    memAvailableBytes: gauge('bytes'),
    majorPageFaultsPs: rate('perSecond'),
    fsUsedBytes: gauge('bytes'),
    fsCapacityBytes: gauge('bytes'),
    fsInodesUsed: gauge('count'),
    fsInodes: gauge('count'),
    imageFsUsedBytes: gauge('bytes'),
    netRxBps: rate('bytesPerSecond'),
    netTxBps: rate('bytesPerSecond'),
    netRxErrPs: rate('perSecond'),
    netTxErrPs: rate('perSecond'),
    procCnt: gauge('count'),
  },
  pod: {
    cpuUsedCores: gauge('cores'),
    memUsedBytes: gauge('bytes'),
    memRssBytes: gauge('bytes'),
    ephemeralUsedBytes: gauge('bytes'),
    netRxBps: rate('bytesPerSecond'),
    netTxBps: rate('bytesPerSecond'),
    netRxErrPs: rate('perSecond'),
    netTxErrPs: rate('perSecond'),
    procCnt: gauge('count'),
  },
  container: {
    cpuUsedCores: gauge('cores'),
    cpuThrottledRatio: rate('ratio', 'cadvisor'),
    memUsedBytes: gauge('bytes'),
    memRssBytes: gauge('bytes'),
    memCacheBytes: gauge('bytes', 'cadvisor'),
    rootfsUsedBytes: gauge('bytes'),
    logsUsedBytes: gauge('bytes'),
    blockInBps: rate('bytesPerSecond', 'cadvisor'),
    blockOutBps: rate('bytesPerSecond', 'cadvisor'),
    blockInOps: rate('perSecond', 'cadvisor'),
    blockOutOps: rate('perSecond', 'cadvisor'),
  },
  claim: {
    usedBytes: gauge('bytes'),
    capacityBytes: gauge('bytes'),
    availableBytes: gauge('bytes'),
    inodesUsed: gauge('count'),
    inodes: gauge('count'),
  },
} as const satisfies Record<MetricScope, Readonly<Record<string, Metric>>>;

export type MetricName<Scope extends MetricScope = MetricScope> = Scope extends MetricScope
  ? keyof (typeof metrics)[Scope] & string
  : never;

export function metricNames<Scope extends MetricScope>(scope: Scope): readonly MetricName<Scope>[] {
  return Object.keys(metrics[scope]) as MetricName<Scope>[];
}
