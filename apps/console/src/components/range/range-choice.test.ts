import { describe, expect, it } from 'vitest';
import {
  between,
  DEFAULT_RANGE,
  type RangeChoice,
  rangeFromAddress,
  rangeToAddress,
  resolveRange,
  spans,
  spansMs,
  widened,
} from './range-choice.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const HOUR_MS = 3_600_000;

describe('a range in the address', () => {
  it.each(spans)('%s is the same after writing and parsing', (span) => {
    const choice: RangeChoice = { kind: 'last', span };
    expect(rangeFromAddress(rangeToAddress(choice))).toEqual(choice);
  });

  it('of two instants is the same after writing and parsing', () => {
    const choice = between(NOON - HOUR_MS, NOON);
    const expected = { range: undefined, from: '2026-11-15T11:00:00Z', to: '2026-11-15T12:00:00Z' };
    expect(rangeToAddress(choice)).toEqual(expected);
    expect(rangeFromAddress(rangeToAddress(choice))).toEqual(choice);
  });

  it.each<[string, Record<string, string>]>([
    ['no parameters', {}],
    ['an unknown span', { range: '2h' }],
    ['the name of an inherited property', { range: 'toString' }],
    ['a range without an end', { from: '2026-11-15T11:00:00Z' }],
    ['no instants', { from: 'yesterday', to: '<b>now</b>' }],
    ['a time without a zone', { from: '2026-11-15T11:00:00', to: '2026-11-15T12:00:00' }],
    ['before 1970', { from: '0001-01-01T00:00:00Z', to: '2026-11-15T12:00:00Z' }],
  ])('%s gives the default range', (_case, search) =>
    expect(rangeFromAddress(search)).toEqual(DEFAULT_RANGE),
  );

  it('is in order, at least a minute long and at most the retention', () => {
    expect(rangeFromAddress({ from: '2026-11-15T12:00:00Z', to: '2026-11-15T11:00:00Z' })).toEqual(
      between(NOON - HOUR_MS, NOON),
    );
    expect(between(NOON, NOON)).toEqual({ kind: 'between', fromMs: NOON, toMs: NOON + 60_000 });
    const expected = { kind: 'between', fromMs: NOON - 400 * 24 * HOUR_MS, toMs: NOON };
    expect(rangeFromAddress({ from: '1999-01-01T00:00:00Z', to: '2026-11-15T12:00:00Z' })).toEqual(expected);
  });
});

describe('the resolved range', () => {
  it('includes the bucket of the current time', () => {
    const expected = { fromMs: NOON + 15_000 - HOUR_MS, toMs: NOON + 15_000 };
    expect(resolveRange({ kind: 'last', span: '1h' }, NOON + 1)).toEqual(expected);
  });

  it('of two instants does not depend on the current time', () =>
    expect(resolveRange(between(NOON, NOON + HOUR_MS), 0)).toEqual({ fromMs: NOON, toMs: NOON + HOUR_MS }));
});

describe('a wider range', () => {
  it('is twice as long and does not end after now', () => {
    expect(widened(between(NOON - HOUR_MS, NOON), NOON)).toEqual(between(NOON - 2 * HOUR_MS, NOON));
    expect(widened(between(NOON - 3 * HOUR_MS, NOON - 2 * HOUR_MS), NOON)).toEqual(
      between(NOON - 3.5 * HOUR_MS, NOON - 1.5 * HOUR_MS),
    );
  });

  it('is at most the widest span', () => {
    expect(widened({ kind: 'last', span: '30d' }, NOON)).toEqual({ kind: 'last', span: '30d' });
    expect(widened(between(NOON - spansMs['30d'], NOON), NOON)).toEqual({ kind: 'last', span: '30d' });
  });
});
