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

  it('repeats itself when the kubelet repeats a reading', () => {
    const rates = new Rates();
    for (const reading of [at(0, 0), at(10_000, 50)]) {
      rates.rate('a', 'cpu', reading);
      rates.endRound();
    }
    expect(rates.rate('a', 'cpu', at(10_000, 50))).toBe(5);
    rates.endRound();
    expect(rates.rate('a', 'cpu', at(20_000, 150))).toBe(10);
  });

  it('after a restart counts from the new start', () => {
    const before = { ...at(100_000, 9000, 0), perSecond: 1 };
    expect(rateOf(before, at(115_000, 50, 110_000))).toBe(10);
    // More was counted since than before: only the start tells.
    expect(rateOf(before, at(115_000, 10_000, 105_000))).toBe(1000);
    // No start is known: all of it came since the reading before.
    expect(rateOf({ ...before, startMs: null }, at(110_000, 50))).toBe(5);
  });

  it('is not known where a counter fell without having begun again', () => {
    const before = { ...at(100_000, 9_000_000), perSecond: 1 };
    expect(rateOf(before, at(115_000, 8_900_000))).toBeNull();
  });

  it('takes a start that moved by a rounding for the same', () => {
    const before = { ...at(100_000, 9000, 50_000), perSecond: 1 };
    expect(rateOf(before, at(110_000, 9100, 50_900))).toBe(10);
  });

  it('is not made of readings from before a long silence or of a clock that went back', () => {
    const before = { ...at(3_600_000, 10), perSecond: 1 };
    expect(rateOf(before, at(3_599_000, 20))).toBeNull();
    expect(rateOf(before, at(3_600_000 + 3_600_000, 20))).toBeNull();
  });

  it('forgets counters that a whole round did not name, and keeps them over a broken one', () => {
    const rates = new Rates();
    rates.rate('a', 'cpu', at(0, 0));
    rates.endRound();
    rates.keepRound(5000);
    expect(rates.rate('a', 'cpu', at(10_000, 10))).toBe(1);
    rates.endRound();
    rates.endRound();
    expect(rates.rate('a', 'cpu', at(20_000, 10))).toBeNull();
  });

  it('keeps what it knows of each of many subjects apart, while others come and go', () => {
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

  it('of one counter is forgotten though others of the subject are still named', () => {
    const rates = new Rates();
    rates.rate('a', 'cpu', at(0, 0));
    rates.rate('a', 'reads', at(0, 0));
    rates.endRound();
    rates.rate('a', 'cpu', at(10_000, 10));
    rates.endRound();
    expect(rates.rate('a', 'reads', at(20_000, 10))).toBeNull();
    expect(rates.rate('a', 'cpu', at(20_000, 20))).toBe(1);
  });

  it('is never negative nor infinite, and gives back what was counted, whatever restarts', () => {
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
          // A fall whose reason nobody knows may be unknown; all else is a number.
          const isTold = knowsStart && elapsedMs >= 10_000;
          if (!isRestart || isTold) expect(rate).not.toBeNull();
          expect(rate ?? 0).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(rate ?? 0)).toBe(true);
          if (!isRestart) expect(((rate ?? 0) * elapsedMs) / 1000).toBeCloseTo(growth, 3);
          before = { ...reading, startMs, perSecond: rate };
        }
      }),
    );
  });
});
