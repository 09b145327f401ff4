import { expect, test } from 'vitest';
import { previewOf, webhookBody, webhookDraft, webhookErrors } from './webhook-form.ts';

const sound = { ...webhookDraft(null, 'ko'), name: '당직', url: 'https://hooks.example.com/x' };

test('sends a valid draft with the address field of its channel only', () => {
  expect(webhookErrors(sound)).toEqual({});
  expect(webhookBody({ ...sound, recipientList: 'a@example.com' })).toMatchObject({
    recipientList: [],
    hours: null,
  });
  const mail = {
    ...sound,
    kind: 'email' as const,
    recipientList: 'a@example.com, b@example.com\na@example.com',
  };
  expect(webhookErrors(mail)).toEqual({});
  expect(webhookBody(mail)).toMatchObject({
    url: null,
    recipientList: ['a@example.com', 'b@example.com'],
  });
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
  [{ hours: { ...sound.hours, isOn: true, dayList: [] } }, { hours: 'alarmTemplates.hook.errors.hours' }],
])('reports the error of %j at its field', (patch, fieldErrors) => {
  expect(webhookErrors({ ...sound, ...patch })).toEqual(fieldErrors);
});

test('sends the chosen sub groups, and none for all', () => {
  const chosen = { ...sound, isForSome: true, forSubGroupIdList: ['3', '5'] };
  expect(webhookErrors(chosen)).toEqual({});
  expect(webhookBody(chosen).forSubGroupIdList).toEqual([3, 5]);
  expect(webhookBody({ ...chosen, isForSome: false }).forSubGroupIdList).toBeNull();
});

test('fills known variables into the preview', () => {
  expect(previewOf('{{level}}: {{ name }} {{what}}', { level: '심각', name: 'a' })).toBe('심각: a {{what}}');
});
