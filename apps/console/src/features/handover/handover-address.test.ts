import { expect, test } from 'vitest';
import { handoverConditions, handoverFilter, isNarrowed, shiftInAddress } from './handover-address.ts';

test('ignores invalid conditions in the address', () => {
  const conditions = handoverConditions({ search: '  ', rota: '1e1', from: '2026-02-30', to: 'today' });
  expect(isNarrowed(conditions)).toBe(false);
  expect(handoverFilter(conditions)).toEqual({});
});

test('sends the conditions; both days count in full', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' };
  const conditions = handoverConditions({ search: ' etcd ', rota: '7', ...days });
  expect(isNarrowed(conditions)).toBe(true);
  expect(handoverFilter(conditions)).toEqual({
    search: 'etcd',
    dutyRotaId: 7,
    from: new Date('2026-03-01T00:00:00').toISOString(),
    to: new Date('2026-03-03T00:00:00').toISOString(),
  });
});

test('opens the draft of a shift only with a rota, a shift and a day', () => {
  const shift = { dutyRotaId: '7', shiftId: 'shift-1', date: '2026-03-01' };
  expect(shiftInAddress(shift)).toEqual({ ...shift, dutyRotaId: 7 });
  for (const part of ['dutyRotaId', 'shiftId', 'date'])
    expect(shiftInAddress({ ...shift, [part]: undefined })).toBeUndefined();
});
