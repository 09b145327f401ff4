import type { Track } from '@gwanje/domain/alarms/track';
import { expect, test } from 'vitest';
import { PersistedTracks } from './persisted-tracks.ts';

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

const LATER_MS = 600_000;

test.each<readonly [what: string, before: Track, after: Track | undefined, isWorth: boolean]>([
  ['a hold goes on', pending(10_000), pending(20_000), false],
  ['it becomes critical', pending(10_000), pending(20_000, 20_000), true],
  ['a hold ends', pending(10_000), undefined, true],
  ['it becomes an alarm', pending(10_000), open, true],
  ['an alarm goes on', open, { ...open }, false],
  ['an alarm is worse', open, { ...open, level: 5 }, true],
  ['a user acknowledged it', open, { ...open, confirmLevel: 2 }, true],
  ['it recovered meanwhile', open, { ...open, recoveredMs: 5, breach: null }, true],
])('writes a stored track again only if it changed for a restart: %s', (_, before, after, isWorth) => {
  const tracks = new PersistedTracks();
  tracks.add(before);
  expect(tracks.shouldPersist({ before, after, isMeasured: true }, LATER_MS)).toBe(isWorth);
});

test('a short breach of a measurement is never written', () => {
  const tracks = new PersistedTracks();
  const isWorth = (before: Track | undefined, after: Track | undefined, nowMs: number) =>
    tracks.shouldPersist({ before, after, isMeasured: true }, nowMs);
  expect(isWorth(undefined, pending(0), 0)).toBe(false);
  expect(isWorth(pending(0), pending(15_000), 15_000)).toBe(false);
  expect(isWorth(pending(15_000), undefined, 30_000)).toBe(false);
});

test('a breach of a state is written at once', () => {
  const change = { before: undefined, after: pending(0), isMeasured: false };
  expect(new PersistedTracks().shouldPersist(change, 0)).toBe(true);
});

test('a hold is written soon after it began, and then once a minute', () => {
  const tracks = new PersistedTracks();
  let before: Track | undefined;
  let written = 0;
  for (let ms = 0; ms < 600_000; ms += 250) {
    const after = pending(ms);
    if (tracks.shouldPersist({ before, after, isMeasured: true }, ms)) {
      tracks.add(after);
      written++;
    } else tracks.follow(before, after);
    before = after;
  }
  expect(written).toBe(10);
});
