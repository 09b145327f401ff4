import { describe, expect, test } from 'vitest';
import { isFiltered, userConditions, userListBody } from './user-list-address.ts';

describe('conditions in the address', () => {
  test('are read', () => {
    expect(
      userConditions({
        search: 'kim',
        role: '10',
        status: '2',
        orderBy: '-name',
        pageNo: '2',
        pageCnt: '50',
      }),
    ).toEqual({
      search: 'kim',
      role: 10,
      status: 2,
      sort: [{ id: 'name', descending: true }],
      page: { pageNo: 2, pageCnt: 50 },
    });
  });

  test.each([{}, { role: '7', status: 'x' }, { role: '', status: '0', orderBy: 'password' }])(
    'are ignored if they are invalid, such as %j',
    (search) => {
      const conditions = userConditions(search);
      expect(isFiltered(conditions)).toBe(false);
      expect(userListBody(conditions)).toEqual({ filter: {}, orderBy: [] });
    },
  );

  test('are cut to the maximum length of a search', () => {
    expect(userConditions({ search: 'x'.repeat(300) }).search).toHaveLength(200);
  });
});

describe('the list request', () => {
  test.each([
    ['10', { role: 1, isKeyUser: 'Y' }],
    ['1', { role: 1, isKeyUser: 'N' }],
    ['3', { role: 3 }],
    ['2', { role: 2 }],
  ])('for role %s filters by %j', (role, filter) => {
    expect(userListBody(userConditions({ role })).filter).toEqual(filter);
  });

  test('carries search, status and order', () => {
    const body = userListBody(userConditions({ search: ' kim ', status: '4', orderBy: 'role,-createdAt' }));
    expect(body).toEqual({ filter: { search: 'kim', status: 4 }, orderBy: ['role', '-createdAt'] });
  });
});
