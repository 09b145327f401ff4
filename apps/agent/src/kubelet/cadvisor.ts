import type { MetricValues } from '@gwanje/kinds/state/states';
import type { CounterName, Rates, Reading } from './rates.ts';
import type { Rows } from './rows.ts';

/** The metric families that the agent reads, with the quantity of each. */
export const CADVISOR_FAMILIES = {
  container_cpu_cfs_periods_total: 'periods',
  container_cpu_cfs_throttled_periods_total: 'throttledPeriods',
  container_fs_reads_bytes_total: 'readBytes',
  container_fs_writes_bytes_total: 'writeBytes',
  container_fs_reads_total: 'reads',
  container_fs_writes_total: 'writes',
  container_memory_cache: 'cacheBytes',
  container_start_time_seconds: 'startSec',
} as const;
type Quantity = (typeof CADVISOR_FAMILIES)[keyof typeof CADVISOR_FAMILIES];
const QUANTITY_BY_FAMILY: ReadonlyMap<string, Quantity> = new Map(Object.entries(CADVISOR_FAMILIES));

interface Measured {
  value: number;
  atMs: number | null;
}

/** One container's cgroup, identified by its path: after a restart the page may still contain the old one. */
export interface Cgroup {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly podUid: string | null;
  readonly measured: Partial<Record<Quantity, Measured>>;
}

const POD_UID = /pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})(?:\.slice)?(?:\/|$)/;
const MAX_LINE_LENGTH = 1024 * 1024;
const MAX_NAME_LENGTH = 200;

const NEWLINE = 0x0a;
const BRACE = 0x7b;
const EMPTY = Buffer.alloc(0);

/**
 * Reads `/metrics/cadvisor` as a stream and keeps only the needed values: the page of a full node is tens of
 * megabytes. The data stays in buffers until a line is needed, because a substring would keep its whole
 * source string in memory.
 */
export class CadvisorReader {
  readonly cgroups = new Map<string, Cgroup>();
  readonly #byLabels = new Map<string, Cgroup | null>();
  #rest: Buffer = EMPTY;
  /** The series of a family are consecutive. */
  #family: Buffer = EMPTY;
  #quantity: Quantity | undefined;

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    let end = bytes.indexOf(NEWLINE);
    if (end !== -1 && this.#rest.length > 0) {
      const line = Buffer.concat([this.#rest, bytes.subarray(0, end)]);
      this.#line(line, 0, line.length);
      this.#rest = EMPTY;
      from = end + 1;
      end = bytes.indexOf(NEWLINE, from);
    }
    for (; end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      this.#line(bytes, from, end);
      from = end + 1;
    }
    this.#rest = Buffer.concat([this.#rest, bytes.subarray(from)]);
    if (this.#rest.length > MAX_LINE_LENGTH) throw new Error('a line of the cAdvisor page never ends');
  }

  #line(bytes: Buffer, from: number, end: number): void {
    const quantity = this.#quantityOf(bytes, from, end);
    if (quantity === undefined) return;
    const text = bytes.toString('utf8', bytes.indexOf(BRACE, from) + 1, end);
    const close = text.lastIndexOf('}');
    if (close === -1) return;
    const [valueText = '', stampText] = text
      .slice(close + 1)
      .trim()
      .split(/\s+/);
    const value = valueText === '' ? Number.NaN : Number(valueText);
    if (!Number.isFinite(value) || value < 0) return;
    const cgroup = this.#cgroupOf(text.slice(0, close));
    if (!cgroup) return;
    const before = cgroup.measured[quantity];
    // Values of several devices of one container add up.
    if (before) before.value += value;
    else cgroup.measured[quantity] = { value, atMs: stampOf(stampText) };
  }

  /** Skips most lines by their metric name, without creating a string. */
  #quantityOf(bytes: Buffer, from: number, end: number): Quantity | undefined {
    const known = this.#family.length;
    const isSame =
      known > 0 &&
      bytes[from + known] === BRACE &&
      bytes.compare(this.#family, 0, known, from, from + known) === 0;
    if (isSame) return this.#quantity;
    const open = bytes.indexOf(BRACE, from);
    if (open === -1 || open >= end || open - from > MAX_NAME_LENGTH) return undefined;
    const name = bytes.toString('latin1', from, open);
    this.#family = Buffer.from(name, 'latin1');
    this.#quantity = QUANTITY_BY_FAMILY.get(name);
    return this.#quantity;
  }

  /** Most series of a container have the same labels, so they are parsed once. */
  #cgroupOf(labelText: string): Cgroup | null {
    const known = this.#byLabels.get(labelText);
    if (known !== undefined) return known;
    const found = this.#find(labelText);
    this.#byLabels.set(labelText, found);
    return found;
  }

  #find(labelText: string): Cgroup | null {
    const container = labelOf(labelText, 'container');
    const pod = labelOf(labelText, 'pod');
    const namespace = labelOf(labelText, 'namespace');
    // An empty container is a cgroup sum and POD is the sandbox. Both would count usage twice.
    if (container === '' || container === 'POD' || pod === '' || namespace === '') return null;
    const id = labelOf(labelText, 'id');
    const key = `${id} ${namespace}/${pod}/${container}`;
    const known = this.cgroups.get(key);
    if (known) return known;
    const podUid = POD_UID.exec(id)?.[1]?.replaceAll('_', '-') ?? null;
    const cgroup = { namespace, pod, container, podUid, measured: {} };
    this.cgroups.set(key, cgroup);
    return cgroup;
  }
}

function stampOf(text: string | undefined): number | null {
  const stamp = Number(text ?? Number.NaN);
  return Number.isNaN(stamp) ? null : stamp;
}

/** A quote inside a value is escaped, so `="` after a name never occurs inside a value. */
function labelOf(text: string, name: string): string {
  const opening = `${name}="`;
  let at = text.indexOf(opening);
  while (at > 0 && text[at - 1] !== ',' && text[at - 1] !== ' ') at = text.indexOf(opening, at + 1);
  if (at === -1) return '';
  const from = at + opening.length;
  let end = from;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  const value = text.slice(from, end);
  if (!value.includes('\\')) return value;
  return value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

/**
 * Adds the values that only cAdvisor has to the container rows. Finds pods by cgroup path, otherwise by name.
 */
export function addCadvisor(
  rows: Rows,
  reader: Pick<CadvisorReader, 'cgroups'>,
  uidsByName: ReadonlyMap<string, string>,
  rates: Rates,
  atMs: number,
): void {
  const known = new Map(rows.container.map((row) => [`${row.podUid} ${row.name}`, row]));
  for (const [key, { podUid, cgroup }] of newestOf(reader, uidsByName)) {
    const values = cadvisorValues(key, cgroup, rates, atMs);
    const row = known.get(key);
    if (row) Object.assign(row.values, values);
    else rows.container.push({ podUid, name: cgroup.container, values });
  }
}

function newestOf(
  reader: Pick<CadvisorReader, 'cgroups'>,
  uidsByName: ReadonlyMap<string, string>,
): Map<string, { podUid: string; cgroup: Cgroup }> {
  const newest = new Map<string, { podUid: string; cgroup: Cgroup }>();
  for (const cgroup of reader.cgroups.values()) {
    const podUid = cgroup.podUid ?? uidsByName.get(`${cgroup.namespace}/${cgroup.pod}`);
    if (podUid === undefined) continue;
    const key = `${podUid} ${cgroup.container}`;
    const other = newest.get(key);
    if (!other || startOf(cgroup) >= startOf(other.cgroup)) newest.set(key, { podUid, cgroup });
  }
  return newest;
}

function startOf({ measured }: Cgroup): number {
  return measured.startSec?.value ?? 0;
}

function cadvisorValues(
  key: string,
  { measured }: Cgroup,
  rates: Rates,
  atMs: number,
): MetricValues<'container', 'cadvisor'> {
  const startMs = measured.startSec && measured.startSec.value > 0 ? measured.startSec.value * 1000 : null;
  const rate = (quantity: Quantity & CounterName) => {
    const found = measured[quantity];
    const reading: Reading | undefined = found && {
      value: found.value,
      atMs: found.atMs ?? atMs,
      startMs,
    };
    return rates.rate(key, quantity, reading);
  };
  return {
    cpuThrottledRatio: throttledRatio(rate('throttledPeriods'), rate('periods')),
    memCacheBytes: measured.cacheBytes?.value ?? null,
    blockInBps: rate('readBytes'),
    blockOutBps: rate('writeBytes'),
    blockInOps: rate('reads'),
    blockOutOps: rate('writes'),
  };
}

/** Without a period in the interval, nothing was throttled. */
export function throttledRatio(throttled: number | null, periods: number | null): number | null {
  if (throttled === null || periods === null) return null;
  return periods === 0 ? 0 : Math.min(1, throttled / periods);
}
