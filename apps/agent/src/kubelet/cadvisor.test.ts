import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCadvisor, CadvisorReader } from './cadvisor.ts';
import { Rates } from './rates.ts';
import { noRows } from './rows.ts';

const UID = '42ad382b-ed0b-446d-9aab-3fdce8b4f9e2';
const SLICE = `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${UID.replaceAll('-', '_')}.slice`;

function series(name: string, container: string, value: number | string, extra = '', id = 'c1', stamp = '') {
  const path = container === '' ? SLICE : `${SLICE}/cri-containerd-${id}.scope`;
  return `${name}{container="${container}",${extra}id="${path}",image="i",name="${id}",namespace="ns",pod="p"} ${value}${stamp}\n`;
}

function page(factor: number, stamp = ''): string {
  return [
    '# HELP container_memory_cache Number of bytes of page cache memory.\n# TYPE container_memory_cache gauge\n',
    series('container_memory_cache', '', 999, '', '', stamp),
    series('container_memory_cache', 'POD', 7, '', 's1', stamp),
    series('container_memory_cache', 'app', 4096, '', 'c1', stamp),
    series('container_fs_reads_bytes_total', '', 5000 * factor, 'device="/dev/sda",', '', stamp),
    series('container_fs_reads_bytes_total', 'app', 1000 * factor, 'device="/dev/sda",', 'c1', stamp),
    series('container_fs_reads_bytes_total', 'app', 500 * factor, 'device="/dev/sdb",', 'c1', stamp),
    series('container_cpu_cfs_periods_total', 'app', 100 * factor, '', 'c1', stamp),
    series('container_cpu_cfs_throttled_periods_total', 'app', 25 * factor, '', 'c1', stamp),
    series('container_cpu_usage_seconds_total', 'app', 12, 'cpu="total",', 'c1', stamp),
    series('container_start_time_seconds', 'app', 1_700_000_000, '', 'c1', stamp),
    'machine_cpu_cores{boot_id="x"} 4\ncontainer_scrape_error 0\n',
  ].join('');
}

function read(text: string, sizes: readonly number[] = []): CadvisorReader {
  const reader = new CadvisorReader();
  const bytes = Buffer.from(text);
  let from = 0;
  for (const size of sizes) {
    reader.push(bytes.subarray(from, from + size));
    from += size;
  }
  reader.push(bytes.subarray(from));
  return reader;
}

function rowsOf(reader: CadvisorReader, rates = new Rates(), atMs = 0) {
  const rows = noRows();
  addCadvisor(rows, reader, new Map([['ns/p', UID]]), rates, atMs);
  rates.endRound();
  return rows.container;
}

describe("cAdvisor's page", () => {
  it('leaves out the pause container and the totals of the pod cgroup', () => {
    const values = expect.objectContaining({ memCacheBytes: 4096, blockInBps: null });
    expect(rowsOf(read(page(1)))).toEqual([{ podUid: UID, name: 'app', values }]);
  });

  it("adds up devices, and uses the page's timestamps for rates when it has them", () => {
    const rates = new Rates();
    rowsOf(read(page(1, ' 1700000100000')), rates, 0);
    const [row] = rowsOf(read(page(2, ' 1700000110000')), rates, 99_999);
    expect(row?.values).toMatchObject({ blockInBps: 150, cpuThrottledRatio: 0.25, blockOutBps: null });
  });

  it('gives the same result for any split into chunks', () => {
    const text = page(1).replaceAll('"i"', '"이미지:1"');
    const expected = rowsOf(read(text));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 40 }), (sizes) => {
        expect(rowsOf(read(text, sizes))).toEqual(expected);
      }),
    );
  });

  it('uses the newest container when a restart left the old one on the page', () => {
    const old = [
      series('container_memory_cache', 'app', 1, '', 'old'),
      series('container_start_time_seconds', 'app', 1_600_000_000, '', 'old'),
    ].join('');
    for (const text of [old + page(1), page(1) + old]) {
      const rows = rowsOf(read(text));
      expect(rows).toHaveLength(1);
      expect(rows[0]?.values.memCacheBytes).toBe(4096);
    }
  });

  it('finds a pod by name when its cgroup path has no uid', () => {
    const text = 'container_memory_cache{container="app",id="/docker/abc",namespace="ns",pod="p"} 5\n';
    expect(rowsOf(read(text))[0]).toMatchObject({ podUid: UID, values: { memCacheBytes: 5 } });
    expect(rowsOf(read(text.replace('pod="p"', 'pod="unknown"')))).toEqual([]);
  });

  it('skips invalid values and broken lines, and reads labels with escaped quotes and braces', () => {
    const text =
      'container_memory_cache{container="app",id="/a}b\\"{",image="x\\\\",namespace="ns",pod="p"} NaN\n' +
      'container_memory_cache{container="app",id="/a}b\\"{",image="x\\\\",namespace="ns",pod="p"} 8\n' +
      'container_memory_cache{container="app"\ncontainer_memory_cache\n\n}{\n';
    expect(rowsOf(read(text))[0]?.values.memCacheBytes).toBe(8);
  });
});
