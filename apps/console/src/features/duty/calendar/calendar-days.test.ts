import { describe, expect, it } from 'vitest';
import { cellsOf, choiceOf, daysOf, rangeOf, stepped } from './calendar-days.ts';

const ms = (text: string) => Date.parse(text);

describe('the days of a view', () => {
  it('are Monday to Sunday, or all weeks of a month', () => {
    expect(daysOf('week', '2026-11-19')).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
    );
    const month = daysOf('month', '2026-11-19');
    expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  });

  it('step by a week or a month, also from the last day of a long month', () => {
    expect(stepped('week', '2026-12-31', 1)).toBe('2027-01-07');
    expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(stepped('month', '2026-03-31', -1)).toBe('2026-02-01');
  });

  it('fall back to the week of today for an address without sense', () => {
    const expected = { view: 'week', date: '2026-11-19' };
    expect(choiceOf({ view: 'year', date: '2026-02-30' }, '2026-11-19')).toEqual(expected);
  });
});

it('a gap is cut at midnight of the rota’s zone, and a shift stands on the day of its start', () => {
  const days = ['2026-11-18', '2026-11-19'];
  const times = { fromMs: ms('2026-11-18T18:00+09:00'), toMs: ms('2026-11-19T09:00+09:00') };
  const names = { shiftId: 'night', name: '야간', date: '2026-11-18' };
  const shift = { ...names, ...times, people: [], exceptionIds: [] };
  const cells = cellsOf(
    {
      timeZone: 'Asia/Seoul',
      shifts: [shift],
      gaps: [{ fromMs: rangeOf(days).fromMs, toMs: ms('2026-11-18T18:00+09:00'), why: 'noShift' }],
      overlaps: [],
    },
    days,
  );
  expect(cells.map(({ shifts, gaps }) => [shifts.length, gaps.map(({ from, to }) => [from, to])])).toEqual([
    [1, [['00:00', '18:00']]],
    [0, []],
  ]);
});

it('a day without a shift is one gap, also when its clock changes', () => {
  const [day] = cellsOf(
    {
      timeZone: 'America/New_York',
      shifts: [],
      gaps: [{ fromMs: ms('2026-10-31T00:00Z'), toMs: ms('2026-11-03T00:00Z'), why: 'notValid' }],
      overlaps: [],
    },
    ['2026-11-01'],
  );
  expect(day?.gaps).toMatchObject([{ from: '00:00', to: '24:00', isWholeDay: true }]);
});
