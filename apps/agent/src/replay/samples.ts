import { type Metric, type MetricUnit, unitDecimals } from '@gwanje/kinds/metric';
import { type MetricName, metricCatalogue, metricNames } from '@gwanje/kinds/metrics';
import { throttledRatio } from '../kubelet/cadvisor.ts';
import type { JsonBytes } from './json-bytes.ts';
import { type Reading, type Rows, rateAt } from './kubelets.ts';
import { CLAIM, CONTAINER, NODE, POD } from './layout.ts';

type Scope = 'node' | 'pod' | 'container' | 'claim';

/** The number that each metric is, or is made of. */
const FIELDS: { readonly [Of in Scope]: Readonly<Record<MetricName<Of>, number>> } = {
  node: {
    cpuUsedCores: NODE.nanoCores,
    memUsedBytes: NODE.workingSetBytes,
    memRssBytes: NODE.rssBytes,
    memAvailableBytes: NODE.availableBytes,
    majorPageFaultsPs: NODE.majorPageFaults,
    fsUsedBytes: NODE.fsUsedBytes,
    fsCapacityBytes: NODE.fsCapacityBytes,
    fsInodesUsed: NODE.fsInodesUsed,
    fsInodes: NODE.fsInodes,
    imageFsUsedBytes: NODE.imageFsUsedBytes,
    netRxBps: NODE.rxBytes,
    netTxBps: NODE.txBytes,
    netRxErrPs: NODE.rxErrors,
    netTxErrPs: NODE.txErrors,
    procCnt: NODE.processes,
  },
  pod: {
    cpuUsedCores: POD.nanoCores,
    memUsedBytes: POD.workingSetBytes,
    memRssBytes: POD.rssBytes,
    ephemeralUsedBytes: POD.ephemeralBytes,
    netRxBps: POD.rxBytes,
    netTxBps: POD.txBytes,
    netRxErrPs: POD.rxErrors,
    netTxErrPs: POD.txErrors,
    procCnt: POD.processes,
  },
  container: {
    cpuUsedCores: CONTAINER.nanoCores,
    cpuThrottledRatio: CONTAINER.throttledPeriods,
    memUsedBytes: CONTAINER.workingSetBytes,
    memRssBytes: CONTAINER.rssBytes,
    memCacheBytes: CONTAINER.cacheBytes,
    rootfsUsedBytes: CONTAINER.rootfsBytes,
    logsUsedBytes: CONTAINER.logsBytes,
    blockInBps: CONTAINER.readBytes,
    blockOutBps: CONTAINER.writeBytes,
    blockInOps: CONTAINER.reads,
    blockOutOps: CONTAINER.writes,
  },
  claim: {
    usedBytes: CLAIM.usedBytes,
    capacityBytes: CLAIM.capacityBytes,
    availableBytes: CLAIM.availableBytes,
    inodesUsed: CLAIM.inodesUsed,
    inodes: CLAIM.inodes,
  },
};

/** A gauge is read in whole units, the processor's in billionths. */
const gaugeDecimals = (unit: MetricUnit) => (unit === 'cores' ? 9 : 0);

const ROWS_IN_A_PART = 5000;

/** A part of a batch, written as the wire has it. */
export interface SampleText {
  readonly json: Buffer;
  readonly rowCnt: number;
}

/** What the part before named, a scope's columns by node: the same is not written twice into a batch. */
export type Named = Map<Scope, readonly (readonly string[])[]>;

/** The samples that an agent would have made of the pages, in columns; a metric that nobody knows has none. */
export function samplesOf(
  readings: readonly Reading[],
  atMs: number,
  json: JsonBytes,
  named: Named,
): SampleText[] {
  const ts = new Date(atMs).toISOString();
  return inParts(readings).map((part) => {
    const texts = (of: (reading: Reading) => string) => part.map(of);
    json.text(`{"ts":"${ts}"`);
    const rowCnt =
      write(
        json,
        named,
        'node',
        part.map(({ node }) => node),
        { name: texts(({ name }) => JSON.stringify(name)) },
      ) +
      write(
        json,
        named,
        'pod',
        part.map(({ pods }) => pods),
        { uid: texts(({ roster }) => roster.podUids) },
      ) +
      write(
        json,
        named,
        'container',
        part.map(({ containers }) => containers),
        {
          podUid: texts(({ roster }) => roster.containerPodUids),
          name: texts(({ roster }) => roster.containerNames),
        },
      ) +
      write(
        json,
        named,
        'claim',
        part.map(({ claims, roster }) => picked(claims, roster.claimRows)),
        {
          namespace: texts(({ roster }) => roster.claimNamespaces),
          name: texts(({ roster }) => roster.claimNames),
        },
      );
    json.text('}');
    return { json: json.take(), rowCnt };
  });
}

function inParts(readings: readonly Reading[]): (readonly Reading[])[] {
  const parts: Reading[][] = [];
  let rowCnt = ROWS_IN_A_PART;
  for (const reading of readings) {
    const { podCnt, containerCnt } = reading.roster;
    if (rowCnt + podCnt + containerCnt > ROWS_IN_A_PART) {
      parts.push([]);
      rowCnt = 0;
    }
    parts.at(-1)?.push(reading);
    rowCnt += podCnt + containerCnt;
  }
  return parts;
}

/** The rows of one scope on some nodes; `keys` are the columns that name them, as members of arrays by node. */
function write(
  json: JsonBytes,
  named: Named,
  scope: Scope,
  rows: readonly Rows[],
  keys: Readonly<Record<string, readonly string[]>>,
): number {
  const rowCnt = rows.reduce((sum, { count }) => sum + count, 0);
  if (rowCnt === 0) return 0;
  const members = isSame(Object.values(keys), named.get(scope)) ? [] : namesOf(keys);
  named.set(scope, Object.values(keys));
  json.text(`,"${scope}":{${members.join(',')}`);
  let isFirst = members.length === 0;
  const steps = new Float64Array(rowCnt);
  const fields: Readonly<Record<string, number>> = FIELDS[scope];
  const known: Readonly<Record<string, Metric>> = metricCatalogue(scope);
  for (const metric of metricNames(scope)) {
    const field = fields[metric] ?? 0;
    const { unit, made } = known[metric] ?? { unit: 'count', made: 'gauge' };
    const isRead = made === 'gauge' && unit !== 'ratio';
    const decimals = isRead ? gaugeDecimals(unit) : unitDecimals[unit];
    if (unit === 'ratio') fillThrottled(steps, rows, 10 ** decimals);
    else if (isRead) fillGauges(steps, rows, field);
    else fillRates(steps, rows, field, 10 ** decimals);
    if (steps.every(Number.isNaN)) continue;
    json.text(`${isFirst ? '' : ','}"${metric}":[`);
    isFirst = false;
    json.numbers(steps, decimals);
    json.text(']');
  }
  json.text('}');
  return rowCnt;
}

function namesOf(keys: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(keys).map(
    ([name, texts]) => `"${name}":[${texts.filter((text) => text !== '').join(',')}]`,
  );
}

function isSame(
  columns: readonly (readonly string[])[],
  before: readonly (readonly string[])[] = [],
): boolean {
  return columns.every((texts, column) => {
    const known = before[column];
    return known?.length === texts.length && texts.every((text, node) => text === known[node]);
  });
}

function fillGauges(steps: Float64Array, parts: readonly Rows[], field: number): void {
  let at = 0;
  for (const { numbers, fields, count } of parts) {
    for (let row = 0; row < count; row++)
      steps[at++] = field < fields ? (numbers[row * fields + field] ?? Number.NaN) : Number.NaN;
  }
}

function fillRates(steps: Float64Array, parts: readonly Rows[], field: number, perUnit: number): void {
  let at = 0;
  for (const part of parts) {
    for (let row = 0; row < part.count; row++)
      steps[at++] = field < part.fields ? Math.round(rateAt(part, row, field) * perUnit) : Number.NaN;
  }
}

function fillThrottled(steps: Float64Array, parts: readonly Rows[], perUnit: number): void {
  let at = 0;
  for (const part of parts) {
    for (let row = 0; row < part.count; row++) steps[at++] = Math.round(throttledAt(part, row) * perUnit);
  }
}

function throttledAt(rows: Rows, row: number): number {
  if (rows.fields < CONTAINER.fields) return Number.NaN;
  const throttled = knownOrNull(rateAt(rows, row, CONTAINER.throttledPeriods));
  const periods = knownOrNull(rateAt(rows, row, CONTAINER.periods));
  return throttledRatio(throttled, periods) ?? Number.NaN;
}

function knownOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function picked(rows: Rows, at: readonly number[]): Rows {
  const { numbers, fields, count } = rows;
  if (at.length === count) return rows;
  const own = at.flatMap((row) => [...numbers.subarray(row * fields, (row + 1) * fields)]);
  return { ...rows, numbers: Float64Array.from(own), count: at.length };
}
