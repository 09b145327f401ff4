import { UserNo } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { auditConditions, auditFilter, isNarrowed } from './audit-address.ts';

test('ignores invalid conditions in the address', () => {
  const conditions = auditConditions({ outcome: 'maybe', from: 'yesterday', to: '2026-99-99T00:00' });
  expect(isNarrowed(conditions)).toBe(false);
  expect(auditFilter(conditions)).toEqual({});
});

test('sends the conditions, with times in UTC', () => {
  const conditions = auditConditions({ search: 'user.', outcome: 'denied', from: '2026-03-02T09:00' });
  expect(isNarrowed(conditions)).toBe(true);
  const expected = { search: 'user.', outcome: 'denied', from: new Date('2026-03-02T09:00').toISOString() };
  expect(auditFilter(conditions)).toEqual(expected);
});

test("limits the log to the user's own actions, with or without other conditions", () => {
  const own = UserNo.parse(7);
  expect(auditFilter(auditConditions({}), own)).toEqual({ actorUserNo: 7 });
  expect(auditFilter(auditConditions({ search: 'user.' }), own)).toEqual({ actorUserNo: 7, search: 'user.' });
});
