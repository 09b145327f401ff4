import { formatTimestamp } from '@gwanje/domain/formats/time';
import { expect, test } from 'vitest';
import { freshPage } from './testing/page.ts';

test('logs a value that a formatter could not format', async () => {
  const { warnings } = await freshPage();
  const time = '2026-11-15T02:24:30Z';
  expect(formatTimestamp(time, { timeZone: 'No/Such' })).toBe(time);
  expect(warnings).toHaveBeenCalledExactlyOnceWith('[gwanje] formatter timestamp failed', {
    value: time,
    error: expect.any(RangeError),
  });
});
