import { SamplePart } from '@gwanje/kinds/batch';
import { describe, expect, it } from 'vitest';
import { recorded } from '../testing/recordings.ts';
import { rowsOf, Summary } from '../testing/summary.ts';
import { Rates } from './rates.ts';
import { partsOf } from './rows.ts';

const FIRST = Summary.parse(recorded('kubelet/stats-summary.json'));
const SECOND = Summary.parse(recorded('kubelet/stats-summary-second-scrape.json'));
const AT_MS = Date.parse('2020-04-20T22:52:30Z');

function readBoth() {
  const rates = new Rates();
  const first = rowsOf('minikube', FIRST, rates, AT_MS);
  rates.endRound();
  const second = rowsOf('minikube', SECOND, rates, AT_MS + 15_000);
  return { first, second };
}

describe("a real kubelet's summary", () => {
  it("uses the node's figures, not sums of its parts", () => {
    const [node] = readBoth().first.node;
    expect(node?.name).toBe('minikube');
    expect(node?.values).toMatchObject({
      cpuUsedCores: 0.165737329,
      memUsedBytes: 1234567890,
      memRssBytes: 607125504,
      memAvailableBytes: 2620624896,
      fsUsedBytes: 2626973696,
      fsCapacityBytes: 17361125376,
      fsInodesUsed: 43342,
      fsInodes: 9768928,
      imageFsUsedBytes: 5698399516,
      procCnt: 438,
      netRxBps: null,
    });
  });

  it('has a row for each pod and container, with the same sums as the recording', () => {
    const { first } = readBoth();
    const pods = FIRST.pods ?? [];
    expect(first.pod.map(({ uid }) => uid)).toEqual(pods.map(({ podRef }) => podRef.uid));
    expect(first.container).toHaveLength(pods.flatMap(({ containers }) => containers ?? []).length);
    const recordedNanos = pods.reduce((sum, { cpu }) => sum + (cpu?.usageNanoCores ?? 0), 0);
    const cores = first.pod.reduce((sum, { values }) => sum + (values.cpuUsedCores ?? 0), 0);
    expect(cores).toBeCloseTo(recordedNanos / 1e9, 9);
    const recordedBytes = pods
      .flatMap(({ containers }) => containers ?? [])
      .reduce((sum, { memory }) => sum + (memory?.workingSetBytes ?? 0), 0);
    const bytes = first.container.reduce((sum, { values }) => sum + (values.memUsedBytes ?? 0), 0);
    expect(bytes).toBe(recordedBytes);
  });

  it("computes rates with the kubelet's timestamps, not with the agent's clock", () => {
    const rates = new Rates();
    const network = (seconds: number, rxBytes: number) => ({
      ...FIRST,
      node: {
        ...FIRST.node,
        network: { ...FIRST.node.network, time: new Date(AT_MS + seconds * 1000).toISOString(), rxBytes },
      },
    });
    rowsOf('minikube', network(0, 1_000), rates, AT_MS);
    rates.endRound();
    const { node } = rowsOf('minikube', network(10, 51_000), rates, AT_MS + 15_000);
    expect(node[0]?.values.netRxBps).toBe(5_000);
  });

  it('fits the wire format, without columns for unknown metrics', () => {
    const parts = partsOf(readBoth().second, '2020-04-20T22:52:45.000Z');
    expect(parts).toHaveLength(1);
    const [part] = parts;
    expect(SamplePart.parse(part)).toEqual(part);
    expect(part?.pod?.procCnt).toBeUndefined();
    expect(part?.container?.blockInBps).toBeUndefined();
    expect(part?.container?.cpuUsedCores).toHaveLength(part?.container?.name?.length ?? -1);
    expect(part?.claim).toBeUndefined();
  });
});

describe('a summary with gaps', () => {
  const pod = { podRef: { name: 'p', namespace: 'ns', uid: 'u1' } };

  it('leaves out missing and impossible values', () => {
    const summary = {
      node: { memory: { workingSetBytes: 2 ** 64, rssBytes: 0 }, fs: null },
      pods: [{ ...pod, containers: [{ name: 'c', cpu: { usageCoreNanoSeconds: 5 } }] }],
    };
    const rows = rowsOf('n', summary, new Rates(), AT_MS);
    expect(rows.node[0]?.values).toMatchObject({ memUsedBytes: null, memRssBytes: 0, fsUsedBytes: null });
    expect(rows.pod[0]?.values.cpuUsedCores).toBeNull();
    expect(rows.container[0]?.values).toMatchObject({ cpuUsedCores: null, memUsedBytes: null });
  });

  it('counts a claim mounted by two pods once, and no volume without a claim', () => {
    const volume = [
      { name: 'a', usedBytes: 5, capacityBytes: 10, pvcRef: { namespace: 'ns', name: 'data' } },
      { name: 'token', usedBytes: 1 },
    ];
    const other = { ...pod.podRef, uid: 'u2' };
    const pods = [pod.podRef, other].map((podRef) => ({ podRef, volume }));
    const rows = rowsOf('n', { node: {}, pods }, new Rates(), AT_MS);
    const values = { usedBytes: 5, inodes: null };
    expect(rows.claim).toMatchObject([{ namespace: 'ns', name: 'data', values }]);
  });

  it('computes cores from the counter when the kubelet gives only the counter', () => {
    const rates = new Rates();
    const read = (seconds: number, nanos: number) => {
      const time = new Date(AT_MS + seconds * 1000).toISOString();
      const rows = rowsOf('n', { node: { cpu: { time, usageCoreNanoSeconds: nanos } } }, rates, 0);
      rates.endRound();
      return rows.node[0]?.values.cpuUsedCores;
    };
    expect(read(0, 0)).toBeNull();
    expect(read(10, 5e9)).toBe(0.5);
  });
});
