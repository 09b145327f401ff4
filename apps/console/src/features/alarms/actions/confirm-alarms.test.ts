import { AlarmId } from '@gwanje/contract/definition/fields';
import { describe, expect, test } from 'vitest';
import { type Confirmable, confirmPlan } from './confirm-alarms.ts';

function alarm(confirmLevel: Confirmable['confirmLevel'], patch: Partial<Confirmable> = {}): Confirmable {
  return { alarmId: AlarmId.parse(1), confirmLevel, recoveredAt: null, childCnt: 0, ...patch };
}

const RECOVERED = { recoveredAt: '2026-01-01T00:00:00Z' };

describe('confirmPlan', () => {
  test('leaves out alarms that are already at the level or past it', () => {
    const plan = confirmPlan([alarm(1), alarm(2), alarm(3), alarm(0), alarm(4)], 2);
    expect([plan.rows.length, plan.passedCnt]).toEqual([1, 4]);
  });
  test('counts alarms that would be closed while their condition still holds', () => {
    const chosen = [alarm(1), alarm(2, RECOVERED), alarm(0, RECOVERED), alarm(3)];
    expect(confirmPlan(chosen, 4)).toMatchObject({ passedCnt: 0, stillActiveCnt: 2 });
    expect(confirmPlan(chosen, 3).stillActiveCnt).toBe(0);
  });
  test('counts the folded alarms, except when closing', () => {
    expect(confirmPlan([alarm(1, { childCnt: 98 })], 2).childCnt).toBe(98);
    expect(confirmPlan([alarm(1, { childCnt: 98 })], 4).childCnt).toBe(0);
  });
});
