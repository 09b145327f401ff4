import { UserNo } from '@gwanje/contract/definition/ids';
import { expect, test } from 'vitest';
import { auditBody, auditConditions, isNarrowed } from './audit-address.ts';

test('opens the whole log for an invalid address', () => {
  const conditions = auditConditions({
    outcome: 'maybe',
    from: 'yesterday',
    to: '2026-99-99T00:00',
    pageNo: '-1',
  });
  expect(isNarrowed(conditions)).toBe(false);
  expect(auditBody(conditions)).toEqual({ filter: {} });
  expect(conditions.page.pageNo).toBe(1);
});

test('sends the conditions, with times in UTC', () => {
  const conditions = auditConditions({ search: 'user.', outcome: 'denied', from: '2026-03-02T09:00' });
  expect(isNarrowed(conditions)).toBe(true);
  expect(auditBody(conditions).filter).toEqual({
    search: 'user.',
    outcome: 'denied',
    from: new Date('2026-03-02T09:00').toISOString(),
  });
});

test("limits the log to the user's own actions, with or without other conditions", () => {
  const own = UserNo.parse(7);
  expect(auditBody(auditConditions({}), own)).toEqual({ filter: { actorUserNo: 7 } });
  expect(auditBody(auditConditions({ search: 'user.' }), own).filter).toEqual({
    actorUserNo: 7,
    search: 'user.',
  });
});
