import { UserNo } from '@gwanje/contract/ids';
import { expect, test } from 'vitest';
import { auditBody, auditConditions, isNarrowed } from './audit-address.ts';

test('an address of nonsense opens the whole log', () => {
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

test('what is asked for is sent, times with their zone', () => {
  const conditions = auditConditions({ search: 'user.', outcome: 'denied', from: '2026-03-02T09:00' });
  expect(isNarrowed(conditions)).toBe(true);
  expect(auditBody(conditions).filter).toEqual({
    search: 'user.',
    outcome: 'denied',
    from: new Date('2026-03-02T09:00').toISOString(),
  });
});

test('own acts are asked for as such, narrowed or not', () => {
  const own = UserNo.parse(7);
  expect(auditBody(auditConditions({}), own)).toEqual({ filter: { actorUserNo: 7 } });
  expect(auditBody(auditConditions({ search: 'user.' }), own).filter).toEqual({
    actorUserNo: 7,
    search: 'user.',
  });
});
