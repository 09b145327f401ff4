import { expect, test } from 'vitest';
import { type ClusterDraft, clusterBody } from './cluster-form.ts';

const whole: ClusterDraft = { name: ' 운영 ', metaGroupId: 1, subGroupId: 2, alarmTemplateId: 3 };

test('a cluster is sent with its name trimmed', () => {
  expect(clusterBody(whole)).toEqual({
    body: { name: '운영', metaGroupId: 1, subGroupId: 2, alarmTemplateId: 3 },
  });
});

test.each([
  [{ name: '  ' }, { name: 'forms.nameEmpty' }],
  [{ name: 'x'.repeat(51) }, { name: 'forms.nameTooLong' }],
  [{ name: 'a\u0007b' }, { name: 'forms.nameControlCharacter' }],
  [{ metaGroupId: null }, { metaGroupId: 'clusterFields.metaGroupRequired' }],
  [{ subGroupId: null }, { subGroupId: 'clusterFields.subGroupRequired' }],
  [{ alarmTemplateId: null }, { alarmTemplateId: 'clusterFields.templateRequired' }],
])('an error is shown at its field: %j', (patch, faults) => {
  expect(clusterBody({ ...whole, ...patch })).toEqual({ faults });
});

test('an empty form shows an error at every field, in the order of the page', () => {
  const empty = clusterBody({ name: '', metaGroupId: null, subGroupId: null, alarmTemplateId: null });
  expect('faults' in empty && Object.keys(empty.faults)).toEqual([
    'name',
    'metaGroupId',
    'subGroupId',
    'alarmTemplateId',
  ]);
});
