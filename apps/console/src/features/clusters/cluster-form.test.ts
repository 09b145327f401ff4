import { expect, test } from 'vitest';
import { type ClusterDraft, clusterBody, clusterErrors, NOTHING_CHOSEN } from './cluster-form.ts';

const complete: ClusterDraft = { name: ' 운영 ', metaGroupId: 1, subGroupId: 2, alarmTemplateId: 3 };

test('a cluster is sent with its name trimmed', () => {
  expect(clusterErrors(complete)).toEqual({});
  expect(clusterBody(complete)).toEqual({ name: '운영', metaGroupId: 1, subGroupId: 2, alarmTemplateId: 3 });
});

test.each([
  [{ name: '  ' }, { name: 'forms.nameEmpty' }],
  [{ name: 'x'.repeat(51) }, { name: 'forms.nameTooLong' }],
  [{ name: 'a\u0007b' }, { name: 'forms.nameControlCharacter' }],
  [{ metaGroupId: null }, { metaGroupId: 'clusterFields.metaGroupRequired' }],
  [{ subGroupId: null }, { subGroupId: 'clusterFields.subGroupRequired' }],
  [{ alarmTemplateId: null }, { alarmTemplateId: 'clusterFields.templateRequired' }],
])('an error is shown at its field: %j', (patch, fieldErrors) =>
  expect(clusterErrors({ ...complete, ...patch })).toEqual(fieldErrors),
);

test('an empty form shows an error at every field', () =>
  expect(Object.values(clusterErrors(NOTHING_CHOSEN)).every((error) => error !== undefined)).toBe(true));
