import { expect, test } from 'vitest';
import { eventAlarmDraft, eventAlarmErrors, fieldsOf, sentenceOf } from './event-alarm-form.ts';

const validDraft = { ...eventAlarmDraft(null, 7), name: '이미지 실패' };

test('an empty text field matches anything, and an empty count switches its level off', () => {
  expect(eventAlarmErrors(validDraft)).toEqual({});
  const expected = { eventType: null, reason: 'BackOff', warningCnt: 3, criticalCnt: null, windowMin: 10 };
  expect(fieldsOf({ ...validDraft, eventType: ' ', reason: ' BackOff ' })).toMatchObject(expected);
});

test.each([
  [{ name: '' }, { name: 'forms.nameEmpty' }],
  [{ hostIdList: [] }, { hostIdList: 'eventAlarms.noCluster' }],
  [{ warningCnt: '' }, { warningCnt: 'eventAlarms.noCount' }],
  [{ warningCnt: '0' }, { warningCnt: 'eventAlarms.countError' }],
  [{ warningCnt: 'x' }, { warningCnt: 'eventAlarms.countError' }],
  [{ criticalCnt: '2' }, { criticalCnt: 'eventAlarms.countOrder' }],
  [{ windowMin: '61' }, { windowMin: 'eventAlarms.windowError' }],
  [{ windowMin: '' }, { windowMin: 'eventAlarms.windowError' }],
  [{ reason: 'x'.repeat(254) }, { reason: 'eventAlarms.textError' }],
])('reports the error of %j at its field', (patch, fieldErrors) =>
  expect(eventAlarmErrors({ ...validDraft, ...patch })).toEqual(fieldErrors),
);

test('the sentence leaves out numbers that are invalid', () => {
  const expected = { warningCnt: null, windowMin: null };
  expect(sentenceOf({ ...validDraft, warningCnt: 'x', windowMin: '' })).toMatchObject(expected);
});
