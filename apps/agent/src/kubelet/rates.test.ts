import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rates, type Reading, rateOf } from './rates.ts';

function at(atMs: number, value: number, startMs: number | null = null): Reading {
  return { value, atMs, startMs };
}

describe('a rate', () => {
  it('is unknown at the first reading, and the growth per second at the next', () => {
    const rates = new Rates();
    expect(rates.rate('a', 'cpu', at(0, 100))).toBeNull();
    rates.endRound();
    expect(rates.rate('a', 'cpu', at(10_000, 150))).toBe(5);
  });

  it('stays the same when the kubelet repeats a reading', () => {
    const rates = new Rates();
    for (const reading of [at(0, 0), at(10_000, 50)]) {
      rates.rate('a', 'cpu', reading);
      rates.endRound();
    }
    expect(rates.rate('a', 'cpu', at(10_000, 50))).toBe(5);
    rates.endRound();
    expect(rates.rate('a', 'cpu', at(20_000, 150))).toBe(10);
  });

  it('counts from the new start after a restart', () => {
    const before = { ...at(100_000, 9000, 0), perSecond: 1 };
    expect(rateOf(before, at(115_000, 50, 110_000))).toBe(10);
    // The new value is higher than the old one: only the start time shows the restart.
    expect(rateOf(before, at(115_000, 10_000, 105_000))).toBe(1000);
    // Without a known start, the whole value counts since the previous reading.
    expect(rateOf({ ...before, startMs: null }, at(110_000, 50))).toBe(5);
  });

  it.each([
    [
      'is unknown when a counter fell without a restart',
      at(100_000, 9_000_000),
      at(115_000, 8_900_000),
      null,
    ],
    ['ignores a start that moved by rounding', at(100_000, 9000, 50_000), at(110_000, 9100, 50_900), 10],
    ['is unknown after a clock that went back', at(3_600_000, 10), at(3_599_000, 20), null],
    ['is unknown after a long gap', at(3_600_000, 10), at(7_200_000, 20), null],
  ])('%s', (_what, before, reading, rate) => {
    expect(rateOf({ ...before, perSecond: 1 }, reading)).toBe(rate);
  });

  it('drops counters that a complete round did not contain, and keeps them after a failed round', () => {
    const rates = new Rates();
    rates.rate('a', 'cpu', at(0, 0));
    rates.endRound();
    rates.keepRound(5000);
    expect(rates.rate('a', 'cpu', at(10_000, 10))).toBe(1);
    rates.endRound();
    rates.endRound();
    expect(rates.rate('a', 'cpu', at(20_000, 10))).toBeNull();
  });

  it('keeps the counters of many subjects separate while subjects come and go', () => {
    const rates = new Rates();
    const subjects = Array.from({ length: 500 }, (_, index) => `pod-${index}`);
    for (const [index, subject] of subjects.entries()) rates.rate(subject, 'rxBytes', at(0, index));
    rates.endRound();
    const stay = subjects.filter((_, index) => index % 3 === 0);
    for (const subject of stay) rates.rate(subject, 'rxBytes', at(1000, Number(subject.slice(4))));
    for (let index = 0; index < 400; index += 1) rates.rate(`new-${index}`, 'rxBytes', at(1000, 7));
    rates.endRound();
    for (const subject of stay) {
      const counted = Number(subject.slice(4));
      expect(rates.rate(subject, 'rxBytes', at(2000, counted * 2))).toBe(counted);
      expect(rates.rate(subject, 'txBytes', at(2000, counted))).toBeNull();
    }
    expect(rates.rate('new-399', 'rxBytes', at(2000, 9))).toBe(2);
    expect(rates.rate('pod-1', 'rxBytes', at(2000, 9))).toBeNull();
  });

  it('of one counter is dropped even when the round contains other counters of the subject', () => {
    const rates = new Rates();
    rates.rate('a', 'cpu', at(0, 0));
    rates.rate('a', 'reads', at(0, 0));
    rates.endRound();
    rates.rate('a', 'cpu', at(10_000, 10));
    rates.endRound();
    expect(rates.rate('a', 'reads', at(20_000, 10))).toBeNull();
    expect(rates.rate('a', 'cpu', at(20_000, 20))).toBe(1);
  });

  it('is never negative or infinite, and matches the counted growth after any restart', () => {
    const step = fc.record({
      growth: fc.integer({ min: 0, max: 1_000_000 }),
      elapsedMs: fc.integer({ min: 1000, max: 60_000 }),
      isRestart: fc.boolean(),
      knowsStart: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        let before = { ...at(0, 5000, 0), perSecond: null as number | null };
        for (const { growth, elapsedMs, isRestart, knowsStart } of steps) {
          const atMs = before.atMs + elapsedMs;
          const startMs = isRestart ? before.atMs + Math.floor(elapsedMs / 2) : before.startMs;
          const reading = at(atMs, isRestart ? growth : before.value + growth, knowsStart ? startMs : null);
          const rate = rateOf(before, reading);
          // A fall without a known reason may give null. Every other case gives a number.
          const isKnown = knowsStart && elapsedMs >= 10_000;
          if (!isRestart || isKnown) expect(rate).not.toBeNull();
          expect(rate ?? 0).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(rate ?? 0)).toBe(true);
          if (!isRestart) expect(((rate ?? 0) * elapsedMs) / 1000).toBeCloseTo(growth, 3);
          before = { ...reading, startMs, perSecond: rate };
        }
      }),
    );
  });
});
