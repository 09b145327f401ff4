import { expect, test } from 'vitest';
import { reportChoice } from './report-address.ts';

const NOW_MS = Date.parse('2026-11-19T03:00:00Z');

test('an address without choices shows the last week of the first group', () => {
  const expected = { metaGroupId: 7, kind: 'weekly', date: '2026-11-09', timeZone: 'Asia/Seoul' };
  expect(reportChoice({ timeZone: 'Asia/Seoul' }, [7, 8], NOW_MS)).toEqual(expected);
});

test('invalid choices are ignored', () => {
  const search = { metaGroupId: '8', kind: 'daily', date: '2026-02-31', timeZone: 'Mars/Base' };
  expect(reportChoice(search, [7, 8], NOW_MS)).toMatchObject({ metaGroupId: 8, kind: 'weekly' });
});

test('the link of a group that the reader cannot see shows no report of another group', () =>
  expect(reportChoice({ metaGroupId: '9' }, [7, 8], NOW_MS)).toBeNull());

test('without a group there is no report', () => expect(reportChoice({}, [], NOW_MS)).toBeNull());
