import { DutyRotaId } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { exceptionBody, exceptionDraft, exceptionErrors, NOBODY } from './exception-form.ts';

const rota = { dutyRotaId: DutyRotaId.parse(3) };
const draft = {
  ...exceptionDraft({ date: '2026-11-19', shiftId: 'day', replacedUserNo: 1 }),
  coveringUserNo: '2',
};

test('starts with the shift, day and person of the calendar', () => {
  expect(exceptionErrors(rota, draft)).toEqual({});
  const days = { fromDate: '2026-11-19', toDate: '2026-11-19' };
  const people = { replacedUserNo: 1, coveringUserNo: 2 };
  const body = { dutyRotaId: 3, shiftId: 'day', ...days, ...people, note: '' };
  expect(exceptionBody(rota, draft)).toEqual(body);
});

test('nobody covers nothing in return', () => {
  expect(
    exceptionBody(rota, { ...draft, coveringUserNo: NOBODY, isSwap: true, swapDate: '2026-11-20' }),
  ).toMatchObject({ coveringUserNo: null });
});

test.each([
  [{ coveringUserNo: null }, { coveringUserNo: 'duty.exception.noCovering' }],
  [{ replacedUserNo: null }, { replacedUserNo: 'duty.exception.noReplaced' }],
  [{ coveringUserNo: '1' }, { coveringUserNo: 'duty.exception.samePerson' }],
  [{ fromDate: '' }, { fromDate: 'duty.exception.noDate' }],
  [{ toDate: '2026-11-18' }, { toDate: 'duty.exception.dateOrder' }],
  [{ isSwap: true }, { swapDate: 'duty.exception.noDate' }],
  [{ isSwap: true, swapDate: '2026-11-19', shiftId: '' }, { shiftId: 'duty.exception.noShift' }],
  [{ note: 'x'.repeat(501) }, { note: 'duty.exception.noteError' }],
])('reports the error of %j at its field', (patch, errors) =>
  expect(exceptionErrors(rota, { ...draft, ...patch })).toEqual(errors),
);
