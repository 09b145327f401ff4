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

const cases: readonly [name: string, readings: ClockReading[], behindMinutes: number | null][] = [
  ['no agent', [], null],
  ['agents that agree with the server', readingsOf([0, 0], [0.1, -0.1]), null],
  ['one agent that is ahead', readingsOf([60]), null],
  ['two agents that are ahead', readingsOf([60], [60]), null],
  ['three clusters that agree', readingsOf([60], [60.2], [60.1]), 60.1],
  ['three agents of the only cluster', readingsOf([60, 60, 60]), 60],
  ['four agents of one cluster, against two clusters', readingsOf([60, 60, 60, 60], [0], [0]), null],
  ['a minority of the agents of each cluster', readingsOf([60, 0, 0], [60, 0, 0], [60, 0, 0]), null],
  ['three clusters that do not agree', readingsOf([60], [20], [600]), null],
  ['most agents of most clusters', readingsOf([60, 60], [60, 60], [60, 900], [0]), 60],
  ['agents that are ahead by less than the tolerance for samples', readingsOf([4], [4], [4]), null],
  ['agents whose clocks are behind by an hour', readingsOf([-60], [-60], [-60]), null],
  ['agents whose clocks are behind by days', readingsOf([-7200], [-7200.1], [-7200.2]), -7200.1],
  ['days in different directions', readingsOf([-7200], [-7200], [60], [60]), null],
];

describe('how far the server clock is behind, according to', () => {
  it.each(cases)('%s', (_name, readings, minutes) => {
    expect(behindBy(readings)).toBe(minutes === null ? null : minutes * MINUTE);
  });
});

describe('the server clock', () => {
  function setUp() {
    const changes: (number | null)[] = [];
    const clock = new ServerClock((behindMs) => changes.push(behindMs));
    const agents = [1, 2, 3].map((hostId) => new Sender(hostId));
    const send = (nowMs: number, skewMs: number, sampleMs = nowMs + skewMs) =>
      agents.map((agent) => {
        const samples = [rows('node', sampleMs, ['node-1'], { cpuUsedCores: [1] })];
        return clock.mustWait({ ...agent.next(sampleMs, { samples }, nowMs), clockSkewMs: skewMs });
      });
    return { clock, changes, send };
  }

  it('makes agents keep samples from the future until it is right', () => {
    const { clock, changes, send } = setUp();
    expect(send(NOW_MS, 60 * MINUTE)).toEqual([true, true, true]);
    expect(send(NOW_MS + 1000, 60 * MINUTE)).toEqual([true, true, true]);
    expect(clock.behindMs).toBe(60 * MINUTE);
    // Samples that the agents kept for so long that they are not in the future for the server either.
    expect(send(NOW_MS + 2000, 60 * MINUTE, NOW_MS)).toEqual([false, false, false]);
    expect(send(NOW_MS + 60 * MINUTE, 0)).toEqual([false, false, false]);
    expect(clock.behindMs).toBeNull();
    expect(changes).toEqual([60 * MINUTE, null]);
  });

  it('makes agents keep samples that are too old only for a server clock that is ahead', () => {
    const { clock, changes, send } = setUp();
    const skewMs = -500 * 24 * 60 * MINUTE;
    expect(send(NOW_MS, skewMs)).toEqual([true, true, true]);
    expect(clock.behindMs).toBe(skewMs);
    expect(send(NOW_MS + skewMs + MINUTE, 0)).toEqual([false, false, false]);
    expect(changes).toEqual([skewMs, null]);
    // Agents with correct clocks kept these samples for too long.
    expect(send(NOW_MS, 0, NOW_MS - 3 * 24 * 60 * MINUTE)).toEqual([false, false, false]);
  });

  /** One agent whose clock is an hour ahead, and `cnt` agents with a correct clock. */
  function withOthers(cnt: number) {
    const clock = new ServerClock(() => {});
    const send = (agent: Sender, nowMs: number, skewMs: number) => {
      const samples = [rows('node', nowMs + skewMs, ['node-1'], { cpuUsedCores: [1] })];
      return clock.mustWait({ ...agent.next(nowMs, { samples }, nowMs), clockSkewMs: skewMs });
    };
    const fast = new Sender(1);
    for (let hostId = 2; hostId < 2 + cnt; hostId++) send(new Sender(hostId), NOW_MS, 0);
    return (nowMs: number, skewMs = 60 * MINUTE) => send(fast, nowMs, skewMs);
  }

  it.each([0, 1, 2])(
    'makes an agent with a fast clock wait for two minutes when only %d other agents have a correct clock',
    (others) => {
      const send = withOthers(others);
      expect(send(NOW_MS)).toBe(true);
      expect(send(NOW_MS + 2 * MINUTE - 1)).toBe(true);
      expect(send(NOW_MS + 2 * MINUTE)).toBe(false);
      expect(send(NOW_MS + 3 * MINUTE)).toBe(false);
      send(NOW_MS + 4 * MINUTE, 0);
      expect(send(NOW_MS + 5 * MINUTE)).toBe(true);
    },
  );

  it('does not make an agent with a fast clock wait when three others have a correct clock', () => {
    expect(withOthers(3)(NOW_MS)).toBe(false);
  });

  it('drops the readings of silent agents', () => {
    const { clock, changes, send } = setUp();
    send(NOW_MS, 60 * MINUTE);
    clock.tick(NOW_MS + MINUTE);
    expect(clock.behindMs).toBe(60 * MINUTE);
    clock.tick(NOW_MS + 6 * MINUTE);
    expect(clock.behindMs).toBeNull();
    expect(changes).toEqual([60 * MINUTE, null]);
  });
});
