import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import { uncompress } from 'snappyjs';
import { expect, test } from 'vitest';
import { steppedBatch } from '../check-input.ts';
import { encodeSeries, writeRequest } from './write-request.ts';

test.each(metricScopes)('every metric of a %s is written with its name, id, time and value', (scope) => {
  const names: readonly string[] = metricNames(scope);
  const columns = Object.fromEntries(names.map((name, at) => [name, [at, at + 10]]));
  const batch = steppedBatch({ scope, tsMs: 1_800_000_000_000, ids: [1, 2 ** 31 - 1], columns });
  expect(decoded(writeRequest([batch]))).toEqual(
    batch.columns.flatMap(({ metric }) => {
      const at = names.indexOf(metric);
      return [
        [seriesName(scope, metric), '1', [1_800_000_000_000, at]],
        [seriesName(scope, metric), '2147483647', [1_800_000_000_000, at + 10]],
      ];
    }),
  );
});

test('a value that is unknown is not written, and older batches are written first', () => {
  const batch = (tsMs: number, values: (number | null)[]) =>
    steppedBatch({ scope: 'pod', tsMs, ids: [7, 8], columns: { cpuUsedCores: values } });
  const name = seriesName('pod', 'cpuUsedCores');
  expect(decoded(writeRequest([batch(3000, [0.25, null]), batch(1000, [0, 2])]))).toEqual([
    [name, '7', [1000, 0]],
    [name, '8', [1000, 2]],
    [name, '7', [3000, 0.25]],
  ]);
});

test.each([0, 127, 128, 2 ** 35, 2 ** 49 - 1, 2 ** 49, 8.64e15])('the time %d is written exactly', (tsMs) => {
  const samples = [
    { tsMs, value: -1.5 },
    { tsMs: tsMs + 1, value: 1e300 },
  ];
  expect(decoded(encodeSeries([{ name: 'probe', id: 0, samples }]))).toEqual([
    ['probe', '0', [tsMs, -1.5], [tsMs + 1, 1e300]],
  ]);
});

test('a request without samples is empty', () => {
  expect(decoded(writeRequest([]))).toEqual([]);
});

function seriesName(scope: MetricScope, metric: string): string {
  return `gwanje_${scope}_${metric}`;
}

/** Name, id, and time and value of each sample. Other labels than the two in this order are an error. */
function decoded(body: Uint8Array) {
  return bytesFields(uncompress(body)).map(([field, series]) => {
    expect(field).toBe(1);
    const parts = bytesFields(series);
    const labels = parts.filter(([part]) => part === 1).map(([, label]) => bytesFields(label));
    const texts = labels.map((label) => label.map(([, text]) => new TextDecoder().decode(text)));
    expect(texts.map(([name]) => name)).toEqual(['__name__', 'id']);
    return [...texts.map(([, value]) => value), ...parts.filter(([part]) => part === 2).map(sampleOf)];
  });
}

function sampleOf([, bytes]: readonly [number, Uint8Array]): [tsMs: number, value: number] {
  expect([bytes[0], bytes[9]]).toEqual([(1 << 3) | 1, 2 << 3]);
  const value = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(1, true);
  const { value: tsMs, end } = varintAt(bytes, 10);
  expect(end).toBe(bytes.length);
  return [tsMs, value];
}

/** A message whose fields all have a length. */
function bytesFields(bytes: Uint8Array): (readonly [field: number, content: Uint8Array])[] {
  const fields: (readonly [number, Uint8Array])[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = varintAt(bytes, at);
    expect(tag.value % 8).toBe(2);
    const length = varintAt(bytes, tag.end);
    at = length.end + length.value;
    expect(at).toBeLessThanOrEqual(bytes.length);
    fields.push([Math.floor(tag.value / 8), bytes.subarray(length.end, at)]);
  }
  return fields;
}

function varintAt(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; ; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte % 0x80) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
