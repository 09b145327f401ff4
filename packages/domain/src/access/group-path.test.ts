import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupKey, groupPath, parseGroupPath } from './group-path.ts';

test.each([
  ['커머스/개발', { metaGroupName: '커머스', subGroupName: '개발' }],
  [' 커머스 / 개발 ', { metaGroupName: '커머스', subGroupName: '개발' }],
  ['a%2Fb/c%25', { metaGroupName: 'a/b', subGroupName: 'c%' }],
  ['커머스', undefined],
  ['커머스/', undefined],
  ['a/b/c', undefined],
  ['%/b', undefined],
])('%s names %j', (text, expected) => expect(parseGroupPath(text)).toEqual(expected));

test('a written path names the same group', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(name, name, (metaGroupName, subGroupName) => {
      const group = { metaGroupName, subGroupName };
      expect(parseGroupPath(groupPath(group))).toEqual(group);
    }),
  );
});

test('case does not distinguish groups', () => {
  const one = { metaGroupName: 'Shop', subGroupName: 'Dev' };
  expect(groupKey(one)).toBe(groupKey({ metaGroupName: 'shop', subGroupName: 'DEV' }));
});
