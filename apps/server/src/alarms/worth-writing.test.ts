import type { Track } from '@gwanje/domain/alarms/track';
import { expect, test } from 'vitest';
import { isWorthWriting } from './worth-writing.ts';

const pending = (seenMs: number, criticalMs: number | null = null): Track => ({
  kind: 'pending',
  breach: { warningMs: 0, criticalMs, seenMs },
});
const open: Track = {
  kind: 'open',
  alarmId: 1,
  level: 1,
  confirmLevel: 1,
  recoveredMs: null,
  breach: { warningMs: 0, criticalMs: null, seenMs: 0 },
};

test.each<readonly [what: string, before: Track | undefined, after: Track | undefined, isWorth: boolean]>([
  ['nothing is still nothing', undefined, undefined, false],
  ['a hold begins', undefined, pending(0), true],
  ['a hold goes on', pending(10_000), pending(20_000), false],
  ['it becomes critical', pending(10_000), pending(20_000, 20_000), true],
  ['a hold ends', pending(10_000), undefined, true],
  ['it becomes an alarm', pending(10_000), open, true],
  ['an alarm goes on', open, { ...open }, false],
  ['an alarm is worse', open, { ...open, level: 5 }, true],
  ['somebody is at it', open, { ...open, confirmLevel: 2 }, true],
  ['it recovered meanwhile', open, { ...open, recoveredMs: 5, breach: null }, true],
])('%s', (_, before, after, isWorth) => {
  expect(isWorthWriting(before, after)).toBe(isWorth);
});

test('a hold that goes on is written once a minute, however often it is looked at', () => {
  let written = 0;
  for (let ms = 0; ms < 600_000; ms += 250) {
    if (isWorthWriting(pending(ms), pending(ms + 250))) written++;
  }
  expect(written).toBe(10);
});
