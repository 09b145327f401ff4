import { describe, expect, test } from 'vitest';
import {
  lastPageNo,
  pageFromAddress,
  pageToAddress,
  sortFromAddress,
  sortToAddress,
} from './page-address.ts';

describe('a page in the address', () => {
  test.each([
    [{}, { pageNo: 1, pageCnt: 20 }],
    [
      { pageNo: '3', pageCnt: '50' },
      { pageNo: 3, pageCnt: 50 },
    ],
    [
      { pageNo: '0', pageCnt: '-1' },
      { pageNo: 1, pageCnt: 20 },
    ],
    [
      { pageNo: '1e1', pageCnt: 'all' },
      { pageNo: 1, pageCnt: 20 },
    ],
    [{ pageCnt: '99999' }, { pageNo: 1, pageCnt: 1000 }],
  ])('%j is read as %j', (search, page) => {
    expect(pageFromAddress(search)).toEqual(page);
  });

  test('is read back as it was written', () => {
    for (const page of [
      { pageNo: 1, pageCnt: 20 },
      { pageNo: 7, pageCnt: 100 },
    ])
      expect(pageFromAddress(pageToAddress(page))).toEqual(page);
  });

  test('is left out if it is the first page of default length', () => {
    expect(pageToAddress({ pageNo: 1, pageCnt: 20 })).toEqual({ pageNo: undefined, pageCnt: undefined });
  });
});

describe('an order in the address', () => {
  const keys = ['name', 'createdAt'];

  test('is read back as it was written', () => {
    const sort = [
      { id: 'createdAt', descending: true },
      { id: 'name', descending: false },
    ];
    expect(sortFromAddress(sortToAddress(sort), keys)).toEqual(sort);
  });

  test('ignores unknown, repeated or empty keys', () => {
    expect(sortFromAddress({ orderBy: 'salary,-name,name,,-' }, keys)).toEqual([
      { id: 'name', descending: true },
    ]);
  });

  test('starts at the first page', () => {
    expect(sortToAddress([])).toEqual({ orderBy: undefined, pageNo: undefined });
  });
});

test.each([
  [0, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
])('%i rows with %i per page end on page %i', (totalCnt, pageCnt, last) => {
  expect(lastPageNo(totalCnt, pageCnt)).toBe(last);
});
