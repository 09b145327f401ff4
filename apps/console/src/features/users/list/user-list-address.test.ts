import { describe, expect, test } from 'vitest';
import { userConditions, userFilter } from './user-list-address.ts';

describe('conditions in the address', () => {
  test('are read', () => {
    const expected = { search: 'kim', role: 10, status: 2 };
    expect(userConditions({ search: ' kim ', role: '10', status: '2' })).toEqual(expected);
  });

  test.each([{}, { role: '7', status: 'x' }, { role: '', status: '0', search: ' ' }])(
    'are ignored if they are invalid, such as %j',
    (search) => expect(userFilter(userConditions(search))).toEqual({}),
  );

  test('cut the search text to its maximum length', () =>
    expect(userConditions({ search: 'x'.repeat(300) }).search).toHaveLength(200));
});

describe('the filter of the list request', () => {
  test.each([
    ['10', { role: 1, isKeyUser: 'Y' }],
    ['1', { role: 1, isKeyUser: 'N' }],
    ['3', { role: 3 }],
    ['2', { role: 2 }],
  ])('for role %s is %j', (role, filter) => expect(userFilter(userConditions({ role }))).toEqual(filter));

  test('has search and status', () =>
    expect(userFilter(userConditions({ search: 'kim', status: '4' }))).toEqual({ search: 'kim', status: 4 }));
});
