import type { Rates, Reading } from './rates.ts';
import type { ContainerRow, Rows } from './rows.ts';

const SERIES = {
  container_cpu_cfs_periods_total: 'periods',
  container_cpu_cfs_throttled_periods_total: 'throttledPeriods',
  container_fs_reads_bytes_total: 'readBytes',
  container_fs_writes_bytes_total: 'writeBytes',
  container_fs_reads_total: 'reads',
  container_fs_writes_total: 'writes',
  container_memory_cache: 'cacheBytes',
  container_start_time_seconds: 'startSec',
} as const;
type Quantity = (typeof SERIES)[keyof typeof SERIES];
const WANTED: ReadonlyMap<string, Quantity> = new Map(Object.entries(SERIES));

interface Measured {
  value: number;
  atMs: number | null;
}

/** One container's cgroup, by its own path: after a restart the old one may still be told of. */
interface Cgroup {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly podUid: string | null;
  readonly measured: Partial<Record<Quantity, Measured>>;
}

const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;
const POD_UID = /pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})(?:\.slice)?(?:\/|$)/;
const LONGEST_LINE = 1024 * 1024;

/** Reads `/metrics/cadvisor` as it comes and keeps only what is needed: the page of a full node is tens of megabytes. */
export class CadvisorReader {
  readonly cgroups = new Map<string, Cgroup>();
  readonly #byLabels = new Map<string, Cgroup | null>();
  readonly #decoder = new TextDecoder();
  #rest = '';

  push(chunk: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line(text, from, end);
      from = end + 1;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > LONGEST_LINE) throw new Error('a line of the cAdvisor page never ends');
  }

  #line(text: string, from: number, end: number): void {
    // Everything we read begins so; most lines are told apart by this one look.
    if (!text.startsWith('container_', from)) return;
    const open = text.indexOf('{', from);
    if (open === -1 || open > end) return;
    const quantity = WANTED.get(text.slice(from, open));
    if (quantity === undefined) return;
    const close = text.lastIndexOf('}', end);
    if (close < open) return;
    const [valueText = '', stampText] = text
      .slice(close + 1, end)
      .trim()
      .split(/\s+/);
    const value = valueText === '' ? Number.NaN : Number(valueText);
    if (!Number.isFinite(value) || value < 0) return;
    const cgroup = this.#cgroupOf(text.slice(open + 1, close));
    if (!cgroup) return;
    const before = cgroup.measured[quantity];
    // Several devices of one container add up.
    if (before) before.value += value;
    else cgroup.measured[quantity] = { value, atMs: stampOf(stampText) };
  }

  /** Most series of a container carry the same labels: they are taken apart once. */
  #cgroupOf(labelText: string): Cgroup | null {
    const known = this.#byLabels.get(labelText);
    if (known !== undefined) return known;
    const found = this.#find(labelsOf(labelText));
    this.#byLabels.set(labelText, found);
    return found;
  }

  #find({
    container = '',
    pod = '',
    namespace = '',
    id = '',
  }: Readonly<Record<string, string>>): Cgroup | null {
    // An empty container is the sum of a cgroup, POD the sandbox: both would count twice.
    if (container === '' || container === 'POD' || pod === '' || namespace === '') return null;
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

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(LABEL)) {
    labels[name] = value.includes('\\')
      ? value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
      : value;
  }
  return labels;
}

/** Adds to the containers' rows what only cAdvisor knows. Pods are found by their cgroup's path, else by name. */
export function addCadvisor(
  rows: Rows,
  reader: CadvisorReader,
  uidsByName: ReadonlyMap<string, string>,
  rates: Rates,
  atMs: number,
): void {
  const known = new Map(rows.containers.map((row) => [`${row.podUid} ${row.name}`, row]));
  for (const [key, cgroup] of newestOf(reader, uidsByName)) {
    const values = cadvisorValues(key, cgroup, rates, atMs);
    const row = known.get(key);
    if (row) Object.assign(row.values, values);
    else rows.containers.push({ podUid: key.slice(0, key.indexOf(' ')), name: cgroup.container, values });
  }
}

function newestOf(reader: CadvisorReader, uidsByName: ReadonlyMap<string, string>): Map<string, Cgroup> {
  const newest = new Map<string, Cgroup>();
  for (const cgroup of reader.cgroups.values()) {
    const uid = cgroup.podUid ?? uidsByName.get(`${cgroup.namespace}/${cgroup.pod}`);
    if (uid === undefined) continue;
    const key = `${uid} ${cgroup.container}`;
    const other = newest.get(key);
    if (!other || startOf(cgroup) >= startOf(other)) newest.set(key, cgroup);
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
): ContainerRow['values'] {
  const startMs = measured.startSec && measured.startSec.value > 0 ? measured.startSec.value * 1000 : null;
  const rate = (quantity: Quantity) => {
    const found = measured[quantity];
    const reading: Reading | undefined = found && {
      value: found.value,
      atMs: found.atMs ?? atMs,
      startMs,
    };
    return rates.rate(`${key} ${quantity}`, reading);
  };
  return {
    cpuThrottledRatio: ratioOf(rate('throttledPeriods'), rate('periods')),
    memCacheBytes: measured.cacheBytes?.value ?? null,
    blockInBps: rate('readBytes'),
    blockOutBps: rate('writeBytes'),
    blockInOps: rate('reads'),
    blockOutOps: rate('writes'),
  };
}

/** No period went by: nothing was throttled in it. */
function ratioOf(throttled: number | null, periods: number | null): number | null {
  if (throttled === null || periods === null) return null;
  return periods === 0 ? 0 : Math.min(1, throttled / periods);
}
