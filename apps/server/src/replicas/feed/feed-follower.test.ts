import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { LiveState } from '../../live/live-state.ts';
import { StreamHub } from '../../platform/stream/hub.ts';
import { FeedFollower } from './feed-follower.ts';

const WARNING = 40;
const BROKEN_MS = 300;
const NO_ALARM_COUNTS = { apply() {}, applySnapshot() {}, objectsAdded() {}, forget() {} };

test('warns of a replica without a feed only when it is away for longer than a start takes, then rarely', async () => {
  const lines: { readonly level: number; readonly msg: string; readonly atMs: number }[] = [];
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push({ ...JSON.parse(String(chunk)), atMs: performance.now() });
      done();
    },
  });
  let attemptCnt = 0;
  const beganMs = performance.now();
  await using follower = new FeedFollower({
    replicaId: 'b2',
    peers: () => [{ replicaId: 'a1', url: 'http://127.0.0.1:1' }],
    open: async () => {
      attemptCnt += 1;
      throw new Error('connect ECONNREFUSED');
    },
    target: { live: new LiveState(), copy: async () => {}, alarmCounts: NO_ALARM_COUNTS },
    stream: new StreamHub('b2'),
    logger: pino({ level: 'info' }, log),
    brokenMs: BROKEN_MS,
  });
  follower.connect();
  await expect.poll(() => lines.filter(({ level }) => level === WARNING)).toHaveLength(1);
  const warnedMs = lines.find(({ level }) => level === WARNING)?.atMs ?? 0;
  expect(warnedMs - beganMs).toBeGreaterThanOrEqual(BROKEN_MS);
  const cnt = attemptCnt;
  await expect.poll(() => attemptCnt).toBeGreaterThan(cnt);
  expect(lines.map(({ msg }) => msg)).toEqual(['no feed from another replica, trying again']);
});
