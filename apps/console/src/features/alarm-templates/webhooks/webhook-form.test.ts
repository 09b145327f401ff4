import { expect, test } from 'vitest';
import { previewOf, webhookBody, webhookDraft, webhookErrors } from './webhook-form.ts';

const validDraft = { ...webhookDraft(null, 'ko'), name: '당직', url: 'https://hooks.example.com/x' };

test('sends only the address field of the chosen channel', () => {
  expect(webhookErrors(validDraft)).toEqual({});
  const expected = { recipientList: [], hours: null };
  expect(webhookBody({ ...validDraft, recipientList: 'a@example.com' })).toMatchObject(expected);
  const mail = {
    ...validDraft,
    kind: 'email' as const,
    recipientList: 'a@example.com, b@example.com\na@example.com',
  };
  expect(webhookErrors(mail)).toEqual({});
  expect(webhookBody(mail)).toMatchObject({ url: null, recipientList: ['a@example.com', 'b@example.com'] });
});

test.each([
  [{ name: ' ' }, { name: 'forms.nameEmpty' }],
  [{ url: 'ftp://example.com' }, { url: 'alarmTemplates.hook.errors.url' }],
  [{ url: '' }, { url: 'alarmTemplates.hook.errors.url' }],
  [{ kind: 'email' as const }, { recipientList: 'alarmTemplates.hook.errors.recipientList' }],
  [
    { kind: 'email' as const, recipientList: 'nobody' },
    { recipientList: 'alarmTemplates.hook.errors.recipientList' },
  ],
  [{ escalateAfterMin: '0' }, { escalateAfterMin: 'alarmTemplates.hook.errors.escalateAfterMin' }],
  [{ escalateAfterMin: 'x' }, { escalateAfterMin: 'alarmTemplates.hook.errors.escalateAfterMin' }],
  [{ isForSome: true }, { forSubGroupIdList: 'alarmTemplates.hook.errors.forSubGroupIdList' }],
  [
    { hours: { ...validDraft.hours, isOn: true, dayList: [] } },
    { hours: 'alarmTemplates.hook.errors.hours' },
  ],
])('reports the error of %j at its field', (patch, fieldErrors) =>
  expect(webhookErrors({ ...validDraft, ...patch })).toEqual(fieldErrors),
);

test('sends the chosen sub groups, and null for all clusters', () => {
  const chosen = { ...validDraft, isForSome: true, forSubGroupIdList: ['3', '5'] };
  expect(webhookErrors(chosen)).toEqual({});
  expect(webhookBody(chosen).forSubGroupIdList).toEqual([3, 5]);
  expect(webhookBody({ ...chosen, isForSome: false }).forSubGroupIdList).toBeNull();
});

test('replaces only known variables in the preview', () =>
  expect(previewOf('{{level}}: {{ name }} {{what}}', { level: '심각', name: 'a' })).toBe('심각: a {{what}}'));
