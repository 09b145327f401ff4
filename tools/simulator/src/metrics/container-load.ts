import { mix, unit } from '../core/random.ts';
import type { ContainerTemplate } from '../kinds/object/records.ts';
import { activityAt, type Shape, shapeOf } from './activity.ts';
import { activityUnder, changeAt, type LoadChanges, loadPieces } from './load-changes.ts';

/** The usual load of a container. It depends on seed, pod and template. */
export interface LoadProfile {
  readonly shape: Shape;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly readBytesPerSec: number;
  readonly writeBytesPerSec: number;
  readonly logBytesPerSec: number;
  readonly rootfsBytes: number;
  readonly throttledShare: number;
  readonly processes: number;
}

const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;
const PERIODS_PER_SEC = 10;
/** The container runtime rotates a log at this size. */
const LOG_ROTATE_BYTES = 10 * MIB;

export function loadProfile(
  seed: number,
  podId: number,
  index: number,
  template: ContainerTemplate,
): LoadProfile {
  const own = mix(seed ^ 0x51ab, podId * 8 + index);
  const { requestMilliCpu, requestBytes, limitMilliCpu, limitBytes } = template.resources;
  const plannedMilli = requestMilliCpu > 0 ? requestMilliCpu : limitMilliCpu > 0 ? limitMilliCpu / 2 : 40;
  const plannedBytes = requestBytes > 0 ? requestBytes : limitBytes > 0 ? limitBytes / 2 : 48 * MIB;
  // At its peak (1.9 times the average) a container stays below its limits, unless a scenario changes it.
  const mostCores = limitMilliCpu > 0 ? limitMilliCpu / 1000 / 2 : Number.POSITIVE_INFINITY;
  const mostBytes = limitBytes > 0 ? limitBytes * 0.7 : Number.POSITIVE_INFINITY;
  const cores = Math.min(mostCores, (plannedMilli / 1000) * (0.12 + 0.6 * unit(own, 11)));
  return {
    shape: shapeOf(own),
    cores,
    memoryBytes: Math.min(mostBytes, plannedBytes * (0.35 + 0.5 * unit(own, 12))),
    readBytesPerSec: 200 + 20_000 * unit(own, 13) ** 4 * cores * 20,
    writeBytesPerSec: 500 + 60_000 * unit(own, 14) ** 3 * cores * 20,
    logBytesPerSec: 5 + 400 * unit(own, 15) ** 3,
    rootfsBytes: PAGE_BYTES * (3 + Math.floor(2000 * unit(own, 16) ** 4)),
    throttledShare: limitMilliCpu > 0 ? 0.03 * unit(own, 17) ** 2 : 0,
    processes: 1 + Math.floor(12 * unit(own, 18) ** 3),
  };
}

export interface ContainerCounters {
  readonly periods: number;
  readonly throttledPeriods: number;
  readonly readBytes: number;
  readonly writeBytes: number;
  readonly reads: number;
  readonly writes: number;
}

/** The counters since the start of the container's current run. */
export function countersOf(
  profile: LoadProfile,
  changes: LoadChanges,
  startedSec: number,
  atSec: number,
): ContainerCounters {
  let totalWork = 0;
  let throttledWork = 0;
  for (const { change, work } of loadPieces(profile.shape, changes, startedSec, atSec)) {
    totalWork += work;
    throttledWork += work * (change.throttledShare ?? profile.throttledShare);
  }
  const readBytes = profile.readBytesPerSec * totalWork;
  const writeBytes = profile.writeBytesPerSec * totalWork;
  return {
    periods: Math.floor(PERIODS_PER_SEC * Math.max(0, atSec - startedSec)),
    throttledPeriods: Math.floor(PERIODS_PER_SEC * throttledWork),
    readBytes: wholePages(readBytes),
    writeBytes: wholePages(writeBytes),
    reads: Math.floor(readBytes / 16_384),
    writes: Math.floor(writeBytes / 8192),
  };
}

export interface ContainerGauges {
  readonly cores: number;
  readonly workingSetBytes: number;
  readonly rssBytes: number;
  readonly cacheBytes: number;
  readonly rootfsBytes: number;
  readonly logsBytes: number;
}

export function gaugesOf(
  profile: LoadProfile,
  changes: LoadChanges,
  limitBytes: number,
  startedSec: number,
  atSec: number,
): ContainerGauges {
  const change = changeAt(changes, atSec);
  // Memory follows the load of four minutes ago, with a small amplitude.
  const drift = 1 + 0.12 * change.swing * (activityAt(profile.shape, atSec - 240) - 1);
  const leakingSec = Math.max(0, atSec - Math.max(change.fromSec, startedSec));
  const wanted = profile.memoryBytes * change.memoryFactor * drift + change.leakBytesPerSec * leakingSec;
  const workingSet = limitBytes > 0 ? Math.min(limitBytes, wanted) : wanted;
  return {
    cores: profile.cores * change.cpuFactor * activityUnder(profile.shape, change, atSec),
    workingSetBytes: wholePages(workingSet),
    rssBytes: wholePages(workingSet * 0.82),
    cacheBytes: wholePages(workingSet * 0.3),
    rootfsBytes: profile.rootfsBytes + change.writtenBytes,
    logsBytes: wholePages((profile.logBytesPerSec * Math.max(0, atSec - startedSec)) % LOG_ROTATE_BYTES),
  };
}

function wholePages(bytes: number): number {
  return PAGE_BYTES * Math.floor(bytes / PAGE_BYTES);
}
