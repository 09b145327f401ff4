import type { EscalationStep } from '@gwanje/contract/duty/duty-rotas';
import { describe, expect, it } from 'vitest';
import { nextStep, type PeopleByRole, receiversOf } from './escalation.ts';

const MINUTE_MS = 60_000;
const steps: readonly EscalationStep[] = [
  { to: 'first', afterMin: 5, minLevel: 1 },
  { to: 'second', afterMin: 15, minLevel: 5 },
  { to: 'lead', afterMin: 30, minLevel: 1 },
];
const critical = { beganMs: 0, level: 5 };
const warning = { beganMs: 0, level: 1 };
const sentAt = (...minutes: readonly (readonly [stepNo: number, minute: number])[]) =>
  new Map(minutes.map(([stepNo, minute]) => [stepNo, minute * MINUTE_MS]));
const next = (alarm: typeof critical, sent: ReadonlyMap<number, number>) => {
  const found = nextStep(steps, alarm, sent);
  return found && [found.stepNo, found.atMs / MINUTE_MS];
};

describe('the next step', () => {
  it('is due its minutes after the alarm', () => {
    expect(next(critical, sentAt())).toEqual([0, 5]);
    expect(next(critical, sentAt([0, 5]))).toEqual([1, 15]);
    expect(next(critical, sentAt([0, 5], [1, 15]))).toEqual([2, 30]);
    expect(next(critical, sentAt([0, 5], [1, 15], [2, 30]))).toBeUndefined();
  });

  it('keeps its distance to a step that was sent late', () => {
    expect(next(critical, sentAt([0, 65]))).toEqual([1, 75]);
    expect(next(critical, sentAt([0, 65], [1, 75]))).toEqual([2, 90]);
  });

  it('leaves out steps for a higher level, and comes back to them when the alarm gets worse', () => {
    expect(next(warning, sentAt([0, 5]))).toEqual([2, 30]);
    expect(next(warning, sentAt([0, 5], [2, 30]))).toBeUndefined();
    expect(next(critical, sentAt([0, 5], [2, 30]))).toEqual([1, 15]);
  });
});

describe('a step reaches', () => {
  const people: PeopleByRole = { first: [1], second: [2], lead: [3], next: [4] };
  const reached = (to: EscalationStep['to'], given: PeopleByRole, unreachable: readonly number[] = []) => {
    const { userNos, role, skipped } = receiversOf(to, given, (userNo) =>
      unreachable.includes(userNo) ? 'noAddress' : null,
    );
    return [userNos, role, skipped.map((one) => `${one.role} ${one.userNo} ${one.why}`)];
  };

  it.each([
    ['first', [1]],
    ['second', [2]],
    ['lead', [3]],
  ] as const)('its %s', (to, userNos) => {
    expect(reached(to, people)).toEqual([userNos, to, []]);
  });

  it('everybody who is first in overlapping shifts, without those who cannot be reached', () => {
    expect(reached('first', { ...people, first: [1, 5, 6] }, [5])).toEqual([[1, 6], 'first', []]);
  });

  it('the next person after a gap and after somebody without an address, and says so', () => {
    const skipped = ['first null nobody', 'second 2 noAddress'];
    expect(reached('first', { ...people, first: [] }, [2])).toEqual([[3], 'lead', skipped]);
    expect(reached('lead', { ...people, lead: [] })).toEqual([[1], 'first', ['lead null nobody']]);
  });

  it('the people of the next shift when nobody is on duty, and says when there is nobody at all', () => {
    const gap = { first: [], second: [], lead: [], next: [4] };
    expect(reached('first', gap).slice(0, 2)).toEqual([[4], 'next']);
    const skipped = ['second', 'lead', 'first', 'next'].map((role) => `${role} null nobody`);
    expect(reached('second', { ...gap, next: [] })).toEqual([[], null, skipped]);
  });
});
