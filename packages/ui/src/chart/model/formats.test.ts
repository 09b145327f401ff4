import { expect, it } from 'vitest';
import type { ChartUnit } from './chart-data.ts';
import { chartFormats } from './formats.ts';

it.each<[ChartUnit, number, string, string]>([
  ['bytes', 134_217_728, '128.00 MB', '128 MB'],
  ['bytesPerSecond', 1_572_864, '1.50 MBps', '1.5 MBps'],
  ['cores', 0.025, '25.00 mCores', '25 mCores'],
  ['cores', 10, '10.00 cores', '10 cores'],
  ['percent', 100, '100.00 %', '100 %'],
  ['ratio', 0.125, '12.50 %', '12.5 %'],
  ['count', 1500, '1.5K', '1.5K'],
  ['perSecond', 0.0042, '0.0042/s', '0.0042/s'],
  ['perSecond', 1200, '1.2K/s', '1.2K/s'],
])('%s: %d is %s, on the axis %s', (unit, value, text, tick) => {
  const formats = chartFormats(unit);
  expect(formats.value(value)).toBe(text);
  expect(formats.tick(value)).toBe(tick);
});

it('an unknown value is a dash in every unit', () => {
  const units = ['bytes', 'bytesPerSecond', 'cores', 'percent', 'ratio', 'count', 'perSecond'] as const;
  for (const unit of units) expect(chartFormats(unit).value(null)).toBe('-');
});

it('a tick has no trailing zeros', () => {
  expect(chartFormats('bytes').tick(1024)).toBe('1 KB');
});
