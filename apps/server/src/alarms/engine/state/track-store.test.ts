import type { Track } from '@gwanje/domain/alarms/track';
import { expect, test } from 'vitest';
import { TrackStore } from './track-store.ts';

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

const item = { hostId: 1, itemKey: 'pod.cpuUsage', key: 1 };
const LATER_MS = 600_000;

test.each<readonly [what: string, before: Track, after: Track | undefined, isWritten: boolean]>([
  ['a hold continues', pending(10_000), pending(20_000), false],
  ['a hold becomes critical', pending(10_000), pending(20_000, 20_000), true],
  ['a hold ends', pending(10_000), undefined, true],
  ['a hold becomes an alarm', pending(10_000), open, true],
  ['an alarm continues', open, { ...open }, false],
  ['an alarm gets a higher level', open, { ...open, level: 5 }, true],
  ['a user acknowledged an alarm', open, { ...open, confirmLevel: 2 }, true],
  ['an alarm recovered', open, { ...open, recoveredMs: 5, breach: null }, true],
])('writes a stored track again only if a restart needs the change: %s', (_, before, after, isWritten) => {
  const tracks = new TrackStore();
  tracks.set(item, before);
  expect(tracks.shouldPersist({ before, after, isMeasured: true }, LATER_MS)).toBe(isWritten);
});

test('never writes a short breach of a measurement', () => {
  const tracks = new TrackStore();
  const isWritten = (before: Track | undefined, after: Track | undefined, nowMs: number) =>
    tracks.shouldPersist({ before, after, isMeasured: true }, nowMs);
  expect(isWritten(undefined, pending(0), 0)).toBe(false);
  expect(isWritten(pending(0), pending(15_000), 15_000)).toBe(false);
  expect(isWritten(pending(15_000), undefined, 30_000)).toBe(false);
});

test('writes a breach of a state at once', () => {
  const change = { before: undefined, after: pending(0), isMeasured: false };
  expect(new TrackStore().shouldPersist(change, 0)).toBe(true);
});

test('writes a continuing hold once a minute', () => {
  const tracks = new TrackStore();
  let before: Track | undefined;
  let writtenCnt = 0;
  for (let ms = 0; ms < 600_000; ms += 250) {
    const after = pending(ms);
    if (tracks.shouldPersist({ before, after, isMeasured: true }, ms)) {
      tracks.set(item, after);
      writtenCnt++;
    } else tracks.setUnwritten({ ...item, before, after });
    before = after;
  }
  expect(writtenCnt).toBe(10);
});
