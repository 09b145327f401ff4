import type { DutyException } from '@gwanje/contract/duty/duty-rotas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dutyAt, nextShift, recentShifts, shiftsBetween } from './duty-shifts.ts';
import { timelineOf } from './duty-timeline.ts';
import { anException, aRota, aShift, type ExceptionValues } from './testing/rotas.ts';
import { dateOf, instantOf, wallClockMs } from './zone-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ms = (iso: string) => Date.parse(iso);

const twoSlots = [
  { firstUserNo: 1, secondUserNo: 2 },
  { firstUserNo: 3, secondUserNo: null },
];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Seoul', 'Pacific/Apia', 'Australia/Lord_Howe'];

describe('the clock of a zone', () => {
  it.each([
    ['a time of an ordinary day', 'Asia/Seoul', '2026-11-18T09:00Z', '2026-11-18T00:00Z'],
    ['a skipped time is that of the change', 'Europe/Berlin', '2026-03-29T02:30Z', '2026-03-29T01:00Z'],
    ['a repeated time is its first pass', 'Europe/Berlin', '2026-10-25T02:30Z', '2026-10-25T00:30Z'],
    ['half an hour is repeated', 'Australia/Lord_Howe', '2026-04-05T01:45Z', '2026-04-04T14:45Z'],
    ['a skipped day is the instant of the change', 'Pacific/Apia', '2011-12-30T12:00Z', '2011-12-30T10:00Z'],
  ])('%s', (_what, zone, clock, instant) => {
    expect(new Date(instantOf(zone, ms(clock))).toISOString()).toBe(new Date(ms(instant)).toISOString());
  });

  it('gives later instants for later times, and shows the asked time there or, where it is skipped, a later one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: ms('2009-01-01T00:00Z') / 60_000, max: ms('2032-01-01T00:00Z') / 60_000 }),
        fc.integer({ min: 0, max: 3000 }),
        (zone, minute, laterMin) => {
          const early = instantOf(zone, minute * 60_000);
          expect(instantOf(zone, (minute + laterMin) * 60_000)).toBeGreaterThanOrEqual(early);
          expect(wallClockMs(zone, early)).toBeGreaterThanOrEqual(minute * 60_000);
          expect(wallClockMs(zone, early - 1000)).toBeLessThan(minute * 60_000);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Cuts of the day in minutes; the shifts between them cover it without a hole. */
const cutsOfDay = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 5 })
  .map((cuts) => cuts.sort((a, b) => a - b));

/** Near the changes of the clock: late March, early April, October, November, the end of 2011. */
const startMs = fc
  .tuple(
    fc.constantFrom(
      ...['2011-12-28', '2026-03-06', '2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23'],
      ...['2026-10-30', '2028-02-27'],
    ),
    fc.integer({ min: 0, max: 3 * 24 * 60 }),
  )
  .map(([date, minutes]) => ms(`${date}T00:00Z`) + minutes * 60_000);

function around(cuts: readonly number[]) {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return cuts.map((cut, index) =>
    aShift({
      shiftId: `s${index}`,
      from: clock(cut),
      to: clock(cuts[(index + 1) % cuts.length] ?? cut),
      slotList: twoSlots,
      everyDays: 1,
    }),
  );
}

describe('shifts around the clock', () => {
  it('leave no hole and no double in any zone, also on the days on which the clock changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), cutsOfDay, startMs, (timeZone, cuts, fromMs) => {
        const rota = aRota({ timeZone, shiftList: around(cuts) });
        const toMs = fromMs + 4 * DAY_MS;
        expect(timelineOf(rota, fromMs, toMs).gaps).toEqual([]);
        expect(timelineOf(rota, fromMs, toMs).overlaps).toEqual([]);
        const shifts = shiftsBetween(rota, fromMs, toMs);
        for (const [index, shift] of shifts.slice(1).entries())
          expect(shift.fromMs).toBe(shifts[index]?.toMs);
      }),
      { numRuns: 100 },
    );
  });

  it('are the same seen through any window, and dutyAt finds the one of the instant', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        cutsOfDay,
        startMs,
        fc.integer({ min: 0, max: 4 * 24 * 60 - 1 }),
        (timeZone, cuts, fromMs, minute) => {
          const rota = aRota({ timeZone, shiftList: around(cuts) });
          const atMs = fromMs + minute * 60_000;
          const all = shiftsBetween(rota, fromMs, fromMs + 4 * DAY_MS);
          const running = all.filter((shift) => shift.fromMs <= atMs && atMs < shift.toMs);
          expect(running).toHaveLength(1);
          expect(dutyAt(rota, atMs)).toEqual(running);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['2026-03-28', 11],
    ['2026-10-24', 13],
    ['2026-11-18', 12],
  ])('last longer or shorter in the night of a change: %s', (date, hours) => {
    const rota = aRota({ timeZone: 'Europe/Berlin', shiftList: [aShift({ from: '20:00', to: '08:00' })] });
    const shifts = shiftsBetween(rota, ms(`${date}T00:00Z`), ms(`${date}T23:59Z`));
    const night = shifts.find((shift) => shift.date === date);
    expect(((night?.toMs ?? 0) - (night?.fromMs ?? 0)) / HOUR_MS).toBe(hours);
  });

  it('do not take place on a day that the zone skips', () => {
    const rota = aRota({ timeZone: 'Pacific/Apia', shiftList: [aShift({ from: '09:00', to: '17:00' })] });
    const shifts = shiftsBetween(rota, ms('2011-12-29T12:00Z'), ms('2012-01-01T12:00Z'));
    const dates = ['2011-12-29', '2011-12-31', '2012-01-01', '2012-01-02'];
    expect(shifts.map(({ date }) => date)).toEqual(dates.slice(0, shifts.length));
    expect(shifts.every((shift) => shift.toMs - shift.fromMs === 8 * HOUR_MS)).toBe(true);
  });
});

describe('shifts', () => {
  const names = (rota: ReturnType<typeof aRota>, from: string, days: number) =>
    shiftsBetween(rota, ms(from), ms(from) + days * DAY_MS).map(({ date, people }) => [
      date,
      people.find(({ position }) => position === 'first')?.userNo,
    ]);

  it('start on their weekdays only, and the last one may end on the next day', () => {
    const rota = aRota({ shiftList: [aShift({ from: '22:00', to: '06:00', dayList: [5] })] });
    // 2026-11-20 is a Friday.
    expect(dutyAt(rota, ms('2026-11-21T05:59+09:00'))).toMatchObject([{ date: '2026-11-20' }]);
    expect(dutyAt(rota, ms('2026-11-21T06:00+09:00'))).toEqual([]);
    expect(dutyAt(rota, ms('2026-11-21T23:00+09:00'))).toEqual([]);
    expect(nextShift(rota, ms('2026-11-21T06:00+09:00'), 8)?.date).toBe('2026-11-27');
  });

  it('are recent while they run, for a time after it, and until the next one has ended', () => {
    const dayList = [1, 2, 3, 4, 5];
    const rota = aRota({
      shiftList: [
        aShift({ dayList }),
        aShift({ shiftId: 'also', dayList }),
        aShift({ shiftId: 'early', from: '06:00', to: '09:00', dayList }),
      ],
    });
    const recentAt = (iso: string) =>
      recentShifts(rota, ms(iso), 2 * HOUR_MS).map(({ shiftId, date }) => `${shiftId} ${date}`);
    const friday = ['day 2026-11-20', 'also 2026-11-20'];
    expect(recentAt('2026-11-20T10:00+09:00')).toEqual(['early 2026-11-20', ...friday]);
    expect(recentAt('2026-11-20T18:00+09:00')).toEqual(friday);
    expect(recentAt('2026-11-23T08:59+09:00')).toEqual([...friday, 'early 2026-11-23']);
    const monday = ['early 2026-11-23', 'day 2026-11-23', 'also 2026-11-23'];
    expect(recentAt('2026-11-23T12:00+09:00')).toEqual(monday);
    expect(recentShifts(aRota({ validTo: '2026-01-01' }), ms('2026-11-20T10:00+09:00'), DAY_MS)).toEqual([]);
  });

  it('last a whole day when both times are equal', () => {
    const rota = aRota({ shiftList: [aShift({ from: '09:00', to: '09:00' })] });
    expect(timelineOf(rota, ms('2026-01-01T00:00Z'), ms('2026-02-01T00:00Z')).gaps).toEqual([]);
  });

  const slotList = [1, 2, 3].map((firstUserNo) => ({ firstUserNo, secondUserNo: null }));
  it.each([
    ['stay', null, [1, 1, 1, 1]],
    ['change every day', 1, [1, 2, 3, 1]],
    ['change every two days', 2, [1, 1, 2, 2]],
  ])('%s', (_what, everyDays, expected) => {
    const rota = aRota({ shiftList: [aShift({ slotList, everyDays, firstDate: '2026-11-16' })] });
    expect(names(rota, '2026-11-16T00:00+09:00', 4).map(([, who]) => who)).toEqual(expected);
  });

  it('change every week on the weekday of the first date, and count back before it', () => {
    const rota = aRota({ shiftList: [aShift({ slotList, everyDays: 7, firstDate: '2026-11-16' })] });
    expect(names(rota, '2026-11-15T00:00+09:00', 2)).toEqual([
      ['2026-11-15', 3],
      ['2026-11-16', 1],
    ]);
    expect(names(rota, '2026-11-22T00:00+09:00', 2)).toEqual([
      ['2026-11-22', 1],
      ['2026-11-23', 2],
    ]);
  });

  it('keep the turn over a leap day', () => {
    const rota = aRota({ shiftList: [aShift({ slotList, everyDays: 1, firstDate: '2028-02-28' })] });
    expect(names(rota, '2028-02-28T00:00+09:00', 3)).toEqual([
      ['2028-02-28', 1],
      ['2028-02-29', 2],
      ['2028-03-01', 3],
    ]);
  });

  it('belong to the rota only while it is valid', () => {
    const rota = aRota({ validFrom: '2026-11-17', validTo: '2026-11-18', shiftList: [aShift({})] });
    const dates = names(rota, '2026-11-10T00:00+09:00', 30).map(([date]) => date);
    expect(dates).toEqual(['2026-11-17', '2026-11-18']);
    expect(timelineOf(rota, ms('2026-11-16T00:00+09:00'), ms('2026-11-17T12:00+09:00')).gaps).toEqual([
      { fromMs: ms('2026-11-16T00:00+09:00'), toMs: ms('2026-11-17T00:00+09:00'), why: 'notValid' },
      { fromMs: ms('2026-11-17T00:00+09:00'), toMs: ms('2026-11-17T09:00+09:00'), why: 'noShift' },
    ]);
  });
});

describe('exceptions', () => {
  const shiftList = [
    aShift({ shiftId: 'day', slotList: [{ firstUserNo: 1, secondUserNo: 2 }] }),
    aShift({ shiftId: 'night', from: '18:00', to: '09:00' }),
  ];
  const peopleOf = (exceptionList: DutyException[]) =>
    dutyAt(aRota({ shiftList, exceptionList }), ms('2026-11-18T10:00+09:00'))[0]?.people.map(
      ({ userNo, position, replacedUserNo }) => `${position} ${userNo} for ${replacedUserNo}`,
    );

  const second = 'second 2 for null';
  const unchanged = ['first 1 for null', second];
  const replaced = ['first 9 for 1', second];
  it.each<[string, ExceptionValues[], string[]]>([
    ['replace a person for one shift', [{ shiftId: 'day' }], replaced],
    ['of another shift change nothing', [{ shiftId: 'night' }], unchanged],
    ['of days concern all shifts', [{ fromDate: '2026-11-10', toDate: '2026-11-30' }], replaced],
    ['of other days change nothing', [{ toDate: '2026-11-17', fromDate: '2026-11-01' }], unchanged],
    ['may leave the place empty', [{ coveringUserNo: null }], [second]],
    ['are overridden by later ones', [{}, { coveringUserNo: 8 }], ['first 8 for 1', second]],
    [
      'may replace the person who covers',
      [{}, { replacedUserNo: 9, coveringUserNo: 7 }],
      ['first 7 for 1', second],
    ],
  ])('%s', (_what, exceptions, expected) => {
    const list = exceptions.map((values, index) => anException({ dutyExceptionId: index + 1, ...values }));
    expect(peopleOf(list)).toEqual(expected);
  });

  it('are named with the shift, and a shift without people is a gap with its reason', () => {
    const exceptionList = [anException({ dutyExceptionId: 5, coveringUserNo: null, shiftId: 'night' })];
    const rota = aRota({ shiftList, exceptionList });
    const night = dutyAt(rota, ms('2026-11-18T20:00+09:00'));
    expect(night).toMatchObject([{ exceptionIds: [5], people: [] }]);
    expect(timelineOf(rota, ms('2026-11-18T00:00+09:00'), ms('2026-11-20T00:00+09:00')).gaps).toEqual([
      { fromMs: ms('2026-11-18T18:00+09:00'), toMs: ms('2026-11-19T09:00+09:00'), why: 'nobody' },
    ]);
  });
});

describe('nobody is never on duty without saying so', () => {
  const anyShift = fc
    .record({
      shiftId: fc.uuid(),
      from: fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:15`),
      to: fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:45`),
      dayList: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      everyDays: fc.constantFrom(null, 1, 7, 3),
    })
    .map((values) => aShift({ ...values, slotList: twoSlots }));
  const anyException = fc.record({
    replacedUserNo: fc.constantFrom(1, 2, 3),
    coveringUserNo: fc.constantFrom(null, 4, 5),
    fromDay: fc.integer({ min: 0, max: 10 }),
    days: fc.integer({ min: 0, max: 5 }),
  });

  it('in any rota each instant has a person who can be on duty, or lies in exactly one gap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.array(anyShift, { minLength: 1, maxLength: 4 }),
        fc.array(anyException, { maxLength: 4 }),
        fc.subarray([1, 2, 3, 4, 5]),
        startMs,
        fc.array(fc.double({ min: 0, max: 0.9999, noNaN: true }), { minLength: 5, maxLength: 10 }),
        (timeZone, shiftList, exceptions, suspended, fromMs, parts) => {
          const firstDay = Math.floor(fromMs / DAY_MS);
          const rota = aRota({
            timeZone,
            shiftList,
            exceptionList: exceptions.map(({ fromDay, days, ...people }, index) =>
              anException({
                ...people,
                dutyExceptionId: index + 1,
                fromDate: dateOf(firstDay + fromDay),
                toDate: dateOf(firstDay + fromDay + days),
              }),
            ),
          });
          const toMs = fromMs + 9 * DAY_MS;
          const problemOf = (userNo: number) => (suspended.includes(userNo) ? 'suspended' : null);
          const gaps = timelineOf(rota, fromMs, toMs, problemOf).gaps;
          for (const part of parts) {
            const atMs = Math.floor(fromMs + part * (toMs - fromMs));
            const isCovered = dutyAt(rota, atMs).some(({ people }) =>
              people.some(({ userNo }) => !suspended.includes(userNo)),
            );
            const inGaps = gaps.filter((gap) => gap.fromMs <= atMs && atMs < gap.toMs);
            expect(inGaps).toHaveLength(isCovered ? 0 : 1);
          }
        },
      ),
      { numRuns: 75 },
    );
  });

  it('names people who cannot be on duty, but who sees some groups can', () => {
    const rota = aRota({ shiftList: [aShift({ from: '00:00', to: '00:00' })] });
    const day = [ms('2026-11-18T00:00+09:00'), ms('2026-11-19T00:00+09:00')] as const;
    expect(timelineOf(rota, ...day, () => 'noRight').gaps).toEqual([
      { fromMs: day[0], toMs: day[1], why: 'unavailable' },
    ]);
    expect(timelineOf(rota, ...day, () => 'someGroups').gaps).toEqual([]);
  });

  it('names the time at which two shifts run', () => {
    const shiftList = [aShift({ shiftId: 'a' }), aShift({ shiftId: 'b', from: '17:00', to: '20:00' })];
    const day = [ms('2026-11-18T00:00+09:00'), ms('2026-11-19T00:00+09:00')] as const;
    expect(timelineOf(aRota({ shiftList }), ...day).overlaps).toEqual([
      { fromMs: ms('2026-11-18T17:00+09:00'), toMs: ms('2026-11-18T18:00+09:00'), shiftIds: ['a', 'b'] },
    ]);
  });
});
