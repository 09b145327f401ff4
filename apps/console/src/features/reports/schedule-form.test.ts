import { expect, test } from 'vitest';
import { receiversOf, scheduleDraft, scheduleErrors } from './schedule-form.ts';

test('addresses may stand in lines or between commas, and count once', () => {
  const expected = ['a@example.com', 'b@example.com', 'c@example.com'];
  expect(receiversOf('a@example.com\n b@example.com, a@example.com;c@example.com\n')).toEqual(expected);
});

test.each([
  ['no receiver', { receivers: '' }, 'receivers'],
  ['a receiver that is no address', { receivers: 'a@example.com\nnoc' }, 'receivers'],
  ['no name', { name: ' ' }, 'name'],
  ['no time', { time: '' }, 'time'],
])('refuses %s', (_what, values, field) => {
  const own = { name: 'Weekly meeting', receivers: 'a@example.com' };
  const draft = { ...scheduleDraft(null, '1'), ...own, ...values };
  const errors = Object.entries(scheduleErrors(draft)).filter(([, error]) => error !== undefined);
  expect(errors.map(([name]) => name)).toEqual([field]);
});
