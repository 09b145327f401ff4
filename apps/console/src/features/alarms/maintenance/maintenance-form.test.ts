import { describe, expect, test } from 'vitest';
import { maintenanceBody, maintenanceDraft, maintenanceErrors } from './maintenance-form.ts';

const NOW_MS = new Date(2026, 0, 10, 12, 0).getTime();
const first = maintenanceDraft(NOW_MS);
const complete = { ...first, target: 'cluster:7' };

function at(...[day, hour]: readonly [day: number, hour: number]): string {
  return new Date(2026, 0, day, hour).toISOString();
}

test('starts with valid times, and only the target is missing', () => {
  expect(maintenanceErrors(first, NOW_MS)).toEqual({ of: 'alarms.maintenance.noTarget' });
  expect(maintenanceErrors(complete, NOW_MS)).toEqual({});
});

test('omits an untouched start time, so that the server sets it', () => {
  const expected = { of: { scope: 'cluster', hostId: 7 }, toAt: at(10, 14), reason: '교체' };
  expect(maintenanceBody({ ...complete, reason: ' 교체 ' }, first)).toEqual(expected);
});

test('sends a chosen start time, and a sub group as target', () => {
  const planned = { ...complete, target: 'subGroup:3', from: '2026-01-11T09:00', to: '2026-01-11T10:00' };
  expect(maintenanceBody(planned, first)).toEqual({
    of: { scope: 'subGroup', subGroupId: 3 },
    fromAt: at(11, 9),
    toAt: at(11, 10),
    reason: '',
  });
});

describe('an error is reported at its field', () => {
  test.each([
    [{ from: '' }, { fromAt: 'alarms.maintenance.noTime' }],
    [{ to: '2026-01-' }, { toAt: 'alarms.maintenance.noTime' }],
    [{ from: '2026-01-09T08:00', to: '2026-01-10T11:59' }, { toAt: 'alarms.maintenance.past' }],
    [{ from: '2026-01-11T09:00', to: '2026-01-11T09:00' }, { toAt: 'alarms.maintenance.notAfter' }],
    [{ to: '2026-02-10T12:01' }, { toAt: 'alarms.maintenance.tooLong' }],
    [{ reason: 'x'.repeat(501) }, { reason: 'alarms.maintenance.reasonError' }],
  ])('for %j', (patch, fieldErrors) =>
    expect(maintenanceErrors({ ...complete, ...patch }, NOW_MS)).toEqual(fieldErrors),
  );
});
