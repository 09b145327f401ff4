import { expect, test } from 'vitest';
import {
  newRotaDraft,
  nextShift,
  type RotaDraft,
  rotaBody,
  rotaErrors,
  rowErrors,
  validBody,
} from './rota-form.ts';

const place = { metaGroupId: '1', timeZone: 'Asia/Seoul', today: '2026-11-19' };
const start = newRotaDraft({ ...place, shiftNames: ['주간', '야간'] });
const complete: RotaDraft = {
  ...start,
  name: '관제 1팀',
  shiftList: start.shiftList.map((shift) => ({ ...shift, slotList: [{ first: '1', second: '2' }] })),
};

test('a complete draft is what the contract takes', () => {
  expect(rotaErrors(complete)).toEqual({});
  expect([...rowErrors(complete)]).toEqual([]);
  expect(rotaBody(complete)).toMatchObject({
    metaGroupId: 1,
    forSubGroupIdList: null,
    validFrom: null,
    shiftList: [
      { shiftId: 'shift-1', everyDays: 7, slotList: [{ firstUserNo: 1, secondUserNo: 2 }] },
      { shiftId: 'shift-2' },
    ],
    stepList: [
      { to: 'first', afterMin: 5 },
      { to: 'second', afterMin: 15 },
    ],
  });
});

test('a shift that does not rotate keeps only its first people', () => {
  const slotList = [
    { first: '1', second: null },
    { first: '2', second: null },
  ];
  const shiftList = complete.shiftList.map((shift) => ({ ...shift, rotates: false, slotList }));
  const expected = { everyDays: null, slotList: [{ firstUserNo: 1 }] };
  expect(rotaBody({ ...complete, shiftList }).shiftList[0]).toMatchObject(expected);
});

test('a new shift never takes the id of a removed one', () => {
  const once = { ...complete, ...nextShift(complete, '2026-11-19') };
  const removed = { ...once, shiftList: complete.shiftList };
  expect(nextShift(removed, '2026-11-19').shiftList.at(-1)?.shiftId).toBe('shift-4');
});

test('a preview needs the people, but not the name of the rota', () => {
  expect(validBody({ ...complete, name: '', metaGroupId: null })).toBeDefined();
  expect(validBody(start)).toBeUndefined();
});

test.each<[Partial<RotaDraft>, object]>([
  [{ name: '' }, { name: 'forms.nameEmpty' }],
  [{ metaGroupId: null }, { metaGroupId: 'duty.form.errors.metaGroupId' }],
  [{ isForSome: true }, { forSubGroupIdList: 'duty.form.errors.forSubGroupIdList' }],
  [{ validFrom: '2026-12-02', validTo: '2026-12-01' }, { validTo: 'duty.form.errors.validTo' }],
  [{ shiftList: [] }, { shiftList: 'duty.form.errors.shiftList' }],
  [{ stepList: [...complete.stepList].reverse() }, { stepList: 'duty.form.errors.stepList' }],
])('reports the error of %j at its field', (patch, errors) =>
  expect(rotaErrors({ ...complete, ...patch })).toEqual(errors),
);

test('reports the errors of rows at their place', () => {
  expect([...rowErrors(start)]).toEqual([
    ['shiftList.0.slotList.0.firstUserNo', 'duty.form.errors.firstUserNo'],
    ['shiftList.1.slotList.0.firstUserNo', 'duty.form.errors.firstUserNo'],
  ]);
});
