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
  [{ url: 'ftp://example.com' }, { url: 'alarmTemplates.hook.urlError' }],
  [{ url: '' }, { url: 'alarmTemplates.hook.urlError' }],
  [{ kind: 'email' as const }, { recipientList: 'alarmTemplates.hook.recipientsError' }],
  [
    { kind: 'email' as const, recipientList: 'nobody' },
    { recipientList: 'alarmTemplates.hook.recipientsError' },
  ],
  [{ escalateAfterMin: '0' }, { escalateAfterMin: 'alarmTemplates.hook.escalateError' }],
  [{ escalateAfterMin: 'x' }, { escalateAfterMin: 'alarmTemplates.hook.escalateError' }],
  [{ isForSome: true }, { forSubGroupIdList: 'alarmTemplates.hook.groupsError' }],
  [{ hours: { ...sound.hours, isOn: true, dayList: [] } }, { hours: 'alarmTemplates.hook.hoursError' }],
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
