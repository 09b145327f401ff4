import { describe, expect, it } from 'vitest';
import { rows, Sender } from '../../testing/batches.ts';
import { behindBy, type ClockReading, ServerClock } from './server-clock.ts';

const MINUTE = 60_000;
const NOW_MS = Date.UTC(2026, 0, 15);

/** Clock skews in minutes, by cluster. */
function readingsOf(...clusters: readonly (readonly number[])[]): ClockReading[] {
  return clusters.flatMap((skews, index) =>
    skews.map((minutes) => ({ hostId: index + 1, skewMs: minutes * MINUTE })),
  );
}

const cases: readonly [name: string, said: ClockReading[], behindMinutes: number | null][] = [
  ['no agent', [], null],
  ['agents that agree with the server', readingsOf([0, 0], [0.1, -0.1]), null],
  ['one agent alone', readingsOf([60]), null],
  ['two agents', readingsOf([60], [60]), null],
  ['three that agree', readingsOf([60], [60.2], [60.1]), 60.1],
  ['three of one cluster, which is all there is', readingsOf([60, 60, 60]), 60],
  ['one cluster of three, however many its agents', readingsOf([60, 60, 60, 60], [0], [0]), null],
  ['some agents of each cluster, not most', readingsOf([60, 0, 0], [60, 0, 0], [60, 0, 0]), null],
  ['three that do not agree', readingsOf([60], [20], [600]), null],
  ['most, beside some that are wrong themselves', readingsOf([60, 60], [60, 60], [60, 900], [0]), 60],
  ['less than samples may be ahead', readingsOf([4], [4], [4]), null],
  ['a clock of ours that is ahead', readingsOf([-60], [-60], [-60]), null],
];

describe('how far the server clock is behind, according to', () => {
  it.each(cases)('%s', (_name, said, minutes) => {
    expect(behindBy(said)).toBe(minutes === null ? null : minutes * MINUTE);
  });
});

describe('the server clock', () => {
  function scene() {
    const changes: (number | null)[] = [];
    const clock = new ServerClock((behindMs) => changes.push(behindMs));
    const agents = [1, 2, 3].map((hostId) => new Sender(hostId));
    const hear = (nowMs: number, skewMs: number, sampleMs = nowMs + skewMs) =>
      agents.map((agent) => {
        const samples = [rows('node', sampleMs, ['node-1'], { cpuUsedCores: [1] })];
        return clock.mustWait({ ...agent.next(sampleMs, { samples }, nowMs), clockSkewMs: skewMs });
      });
    return { clock, changes, hear };
  }

  it('makes agents wait with samples from the future until it is right', () => {
    const { clock, changes, hear } = scene();
    expect(hear(NOW_MS, 60 * MINUTE)).toEqual([true, true, true]);
    expect(hear(NOW_MS + 1000, 60 * MINUTE)).toEqual([true, true, true]);
    expect(clock.behindMs).toBe(60 * MINUTE);
    // Samples kept for so long that they are not in the future on the server clock either.
    expect(hear(NOW_MS + 2000, 60 * MINUTE, NOW_MS)).toEqual([false, false, false]);
    expect(hear(NOW_MS + 60 * MINUTE, 0)).toEqual([false, false, false]);
    expect(clock.behindMs).toBeNull();
    expect(changes).toEqual([60 * MINUTE, null]);
  });

  /** One agent whose clock is an hour ahead, and `cnt` agents with a correct clock. */
  function withOthers(cnt: number) {
    const clock = new ServerClock(() => {});
    const hear = (agent: Sender, nowMs: number, skewMs: number) => {
      const samples = [rows('node', nowMs + skewMs, ['node-1'], { cpuUsedCores: [1] })];
      return clock.mustWait({ ...agent.next(nowMs, { samples }, nowMs), clockSkewMs: skewMs });
    };
    const fast = new Sender(1);
    for (let hostId = 2; hostId < 2 + cnt; hostId++) hear(new Sender(hostId), NOW_MS, 0);
    return (nowMs: number, skewMs = 60 * MINUTE) => hear(fast, nowMs, skewMs);
  }

  it.each([0, 1, 2])(
    'makes an agent that is ahead wait two minutes once, when %d others are not ahead',
    (others) => {
      const hear = withOthers(others);
      expect(hear(NOW_MS)).toBe(true);
      expect(hear(NOW_MS + 2 * MINUTE - 1)).toBe(true);
      expect(hear(NOW_MS + 2 * MINUTE)).toBe(false);
      expect(hear(NOW_MS + 3 * MINUTE)).toBe(false);
      hear(NOW_MS + 4 * MINUTE, 0);
      expect(hear(NOW_MS + 5 * MINUTE)).toBe(true);
    },
  );

  it('makes no agent wait when three others contradict it', () => {
    expect(withOthers(3)(NOW_MS)).toBe(false);
  });

  it('ignores readings from before a silence', () => {
    const { clock, changes, hear } = scene();
    hear(NOW_MS, 60 * MINUTE);
    clock.tick(NOW_MS + MINUTE);
    expect(clock.behindMs).toBe(60 * MINUTE);
    clock.tick(NOW_MS + 6 * MINUTE);
    expect(clock.behindMs).toBeNull();
    expect(changes).toEqual([60 * MINUTE, null]);
  });
});
