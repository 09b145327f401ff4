import { expect, test } from 'vitest';
import type { SampleBatch } from '../../interface.ts';
import { history } from '../../testing/history.ts';
import { metricFolder, openTestStore } from '../../testing/test-store.ts';
import { defaultTiers, floorTo, tierAt } from '../../tiers.ts';
import { openSampleExport } from './sample-export.ts';

/** The values of each series by time. A sample that was sent twice counts once. */
function samplesOf(batches: readonly SampleBatch[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const samples = new Map<string, Map<number, number>>();
  for (const { scope, tsMs, ids, columns } of batches)
    for (const [metric, values] of Object.entries(columns))
      ids.forEach((id, row) => {
        const value = values[row];
        const key = `${scope} ${metric} ${id}`;
        if (typeof value === 'number') samples.set(key, (samples.get(key) ?? new Map()).set(tsMs, value));
      });
  return samples;
}

test('exports twelve days once: raw samples, then averages of one minute and of five', async () => {
  const dir = await metricFolder();
  let nowMs = 0;
  const now = () => nowMs;
  const store = await openTestStore({ dir, now, monotonicNow: now });
  const steps = history(7);
  for (const step of steps) {
    nowMs = step.nowMs;
    await store.append(step.batches);
    await store.maintain();
  }
  // The last batch is still in open tables.
  await store.close();

  using exported = await openSampleExport({ dir, tiers: defaultTiers });
  const { slices } = exported;
  expect(slices.every((slice, index) => slice.fromMs >= (slices[index - 1]?.toMs ?? 0))).toBe(true);
  expect(new Set(slices.map(({ file }) => file?.tier))).toEqual(
    new Set(['1h', '5m', '1m', 'raw', undefined]),
  );
  expect(await exported.oldestMs()).toBe(
    Math.min(...steps.flatMap(({ batches }) => batches.map(({ tsMs }) => floorTo(tsMs, 300_000)))),
  );
  const sent = samplesOf(steps.flatMap(({ batches }) => batches));
  const spans = new Map(
    ['raw', '1m', '5m', '1h'].map((tier, level) => {
      const spanMs = level === 0 ? 1 : tierAt(defaultTiers, level).stepMs;
      const bySpan = [...sent].map(
        ([key, samples]) => [key, Map.groupBy(samples, ([tsMs]) => floorTo(tsMs, spanMs))] as const,
      );
      return [tier, new Map(bySpan)];
    }),
  );
  const found = new Map<string, number>();
  for (const slice of slices)
    for await (const part of exported.read(slice))
      for (const { scope, metric, id, samples } of part) {
        const key = `${scope} ${metric} ${id}`;
        for (const { tsMs, value } of samples) {
          const within =
            spans
              .get(slice.file?.tier ?? 'raw')
              ?.get(key)
              ?.get(tsMs) ?? [];
          const average = within.reduce((sum, [, sample]) => sum + sample, 0) / within.length;
          if (!(Math.abs(value - average) <= 1e-9 * Math.abs(average)))
            expect.fail(`${key} ${tsMs}: ${value}, not ${average}`);
          found.set(key, (found.get(key) ?? 0) + within.length);
        }
      }
  expect(found).toEqual(new Map([...sent].map(([key, samples]) => [key, samples.size])));
});
