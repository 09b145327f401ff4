import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedSubGroupIds, resolveSelection, selectionToStore } from './group-selection.ts';
import {
  decodeSelection,
  encodeSelection,
  groupCookieNames,
  MAX_GROUP_COOKIE_LENGTH,
} from './group-selection-cookie.ts';

const allowed = [11, 12, 21];
const id = fc.integer({ min: 1, max: 2_147_483_647 });

describe('group selection', () => {
  test('allowed sub groups are in the order of the list, without duplicates', () => {
    const groupNameList = [
      { subGroupNameList: [{ subGroupId: 12 }, { subGroupId: 11 }] },
      { subGroupNameList: [] },
      { subGroupNameList: [{ subGroupId: 21 }, { subGroupId: 11 }] },
    ];
    expect(allowedSubGroupIds(groupNameList)).toEqual([12, 11, 21]);
  });

  test.each([
    ['no stored selection', undefined, [11, 12, 21]],
    ['the stored keyword all', 'all', [11, 12, 21]],
    ['some stored ids', [21, 11], [11, 21]],
    ['a stored id that is no longer allowed', [12, 99], [12]],
    ['only stored ids that are no longer allowed', [98, 99], [11, 12, 21]],
    ['an empty stored list', [], [11, 12, 21]],
  ] as const)('resolves %s', (_case, stored, inForce) => {
    expect(resolveSelection(stored, allowed)).toEqual(inForce);
  });

  test('a user without allowed groups has an empty selection', () => {
    expect(resolveSelection([11], [])).toEqual([]);
    expect(resolveSelection('all', [])).toEqual([]);
  });

  test('the effective selection has only allowed groups, and is never empty while there are any', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), fc.uniqueArray(fc.nat(30)), (stored, allowedIds) => {
        const inForce = resolveSelection(stored, allowedIds);
        expect(inForce.every((one) => allowedIds.includes(one))).toBe(true);
        expect(inForce.length > 0).toBe(allowedIds.length > 0);
      }),
    );
  });

  test.each([
    ['every group', [21, 12, 11], 'all'],
    ['some groups', [21], [21]],
    ['no group', [], 'all'],
    ['an allowed and a forbidden group', [21, 99], [21]],
  ] as const)('saving %s', (_case, selected, stored) => {
    expect(selectionToStore(selected, allowed)).toEqual(stored);
  });
});

describe('the selection as cookies', () => {
  test.each([
    ['all', ['all']],
    [[1, 35, 36], ['1.z.10.']],
    [[13_737], ['all.']],
    [[7, 7], ['7.']],
    [[2_147_483_647], ['zik0zj.']],
  ] as const)('%j is written as %j and read back', (selection, values) => {
    expect(encodeSelection(selection)).toEqual(values);
    const read = decodeSelection(values);
    expect(read).toEqual(selection === 'all' ? 'all' : [...new Set(selection)]);
  });

  test('many ids are split over several cookies and read back', () => {
    const ids = Array.from({ length: 1500 }, (_, index) => 2_000_000_000 + index);
    const values = encodeSelection(ids);
    expect(values.length).toBe(3);
    for (const value of values) expect(value.length).toBeLessThanOrEqual(MAX_GROUP_COOKIE_LENGTH);
    expect(decodeSelection(values)).toEqual(ids);
  });

  test('ids that do not fit into the cookies become all', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => 2_000_000_000 + index);
    expect(encodeSelection(ids)).toEqual(['all']);
  });

  test.each([
    ['no cookie', [], undefined],
    ['absent cookies', [undefined, undefined], undefined],
    ['an empty cookie', [''], undefined],
    ['only invalid ids', ['<script>', '...', '-5.', '0.', '01.'], undefined],
    ['invalid text among ids', ['1.x y.2', '%00.3.'], [1, 2, 3]],
    ['ids larger than the database can store', ['zik0zk.zzzzzzz.1.'], [1]],
    ['a missing cookie between two others', ['1.', undefined, '2.'], [1, 2]],
    ['repeated ids', ['1.1.', '1.'], [1]],
    ['all, and an outdated second cookie', ['all', '5.'], 'all'],
  ])('reads %s', (_case, values, selection) => {
    expect(decodeSelection(values)).toEqual(selection);
  });

  test('any selection of up to 1,000 ids is read back unchanged and uses only cookie characters', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 1000 }), (ids) => {
        const values = encodeSelection(ids);
        expect(values.length).toBeLessThanOrEqual(groupCookieNames.length);
        expect(values.join('')).toMatch(/^[0-9a-z.]+$/);
        expect(decodeSelection(values)).toEqual(ids);
      }),
    );
  });

  test('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string(), { nil: undefined })), (values) => {
        const read = decodeSelection(values);
        expect(read === undefined || read === 'all' || read.length > 0).toBe(true);
      }),
    );
  });
});
