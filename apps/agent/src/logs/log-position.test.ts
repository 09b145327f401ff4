import { LogPosition } from '@gwanje/contract/objects/logs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  after,
  formatPosition,
  type Position,
  parsePosition,
  ResumeFilter,
  readFrom,
} from './log-position.ts';

const timeOf = (nanos: number) => `2026-11-18T03:12:00.${String(nanos).padStart(9, '0')}Z`;

/** The indexes of the lines that are sent when a log is cut after `cut` lines and read again. */
function resumed(times: readonly string[], cut: number): readonly (number | 'gap')[] {
  let position: Position | undefined;
  for (const time of times.slice(0, cut)) position = after(position, time);
  if (position === undefined) return times.map((_, index) => index);
  const filter = new ResumeFilter(parsePosition(formatPosition(position)));
  const first = times.findIndex((time) => filter.pass(time) !== 'skip');
  return first === -1 ? [] : times.slice(first).map((_, index) => first + index);
}

describe('a log that is read again', () => {
  it('goes on after the last line, also where lines share a time or go back in time', () => {
    const lines = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, fc.nat(), (nanos, at) => {
        const times = nanos.map(timeOf);
        const cut = at % (times.length + 1);
        expect(resumed(times, cut)).toEqual(times.map((_, index) => index).slice(cut));
      }),
    );
  });

  it('has a gap when it does not contain the last line any more', () => {
    const filter = new ResumeFilter({ time: timeOf(5), cnt: 2, lateCnt: 0 });
    expect([filter.pass(timeOf(4)), filter.pass(timeOf(5)), filter.pass(timeOf(7))]).toEqual([
      'skip',
      'skip',
      'gap',
    ]);
  });

  it('has a position that the contract describes, and is read from before it', () => {
    const position = parsePosition('2026-11-18T03:12:00.5Z/3/1');
    expect(position).toEqual({ time: timeOf(500_000_000), cnt: 3, lateCnt: 1 });
    expect(LogPosition.safeParse(formatPosition(position)).success).toBe(true);
    expect(readFrom(position)).toBe('2026-11-18T03:11:59.000Z');
  });
});
