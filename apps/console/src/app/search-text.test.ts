import { describe, expect, it } from 'vitest';
import { parseSearchText, stringifySearchText } from './search-text.ts';

describe('the query of an address', () => {
  it.each([
    ['?hostId=1e1&podId=01', { hostId: '1e1', podId: '01' }],
    ['?q=%ED%8C%8C%EB%93%9C+1', { q: '파드 1' }],
    ['?hostId=1&hostId=2', { hostId: '1' }],
    ['?__proto__=1', {}],
    ['', {}],
  ])('%s is parsed without turning text into numbers', (text, expected) =>
    expect(parseSearchText(text)).toEqual(expected),
  );

  it('is written without absent values', () => {
    expect(stringifySearchText({ hostId: 7, q: 'a b', none: undefined })).toBe('?hostId=7&q=a+b');
    expect(stringifySearchText({})).toBe('');
  });

  it('is the same after writing and parsing', () => {
    const search = { filter: '{"a":[1,"&="]}', q: '한글' };
    expect(parseSearchText(stringifySearchText(search))).toEqual(search);
  });
});
