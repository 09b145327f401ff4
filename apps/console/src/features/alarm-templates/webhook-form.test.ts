import { expect, test } from 'vitest';
import { previewOf, webhookBody, webhookDraft, webhookFaults } from './webhook-form.ts';

const sound = { ...webhookDraft(null, 'ko'), name: '당직', url: 'https://hooks.example.com/x' };

test('what is filled in is sound, and sent without what its kind does not have', () => {
  expect(webhookFaults(sound)).toEqual({});
  expect(webhookBody({ ...sound, recipients: 'a@example.com' })).toMatchObject({
    recipientList: [],
    hours: null,
  });
  const mail = {
    ...sound,
    kind: 'email' as const,
    recipients: 'a@example.com, b@example.com\na@example.com',
  };
  expect(webhookFaults(mail)).toEqual({});
  expect(webhookBody(mail)).toMatchObject({
    url: null,
    recipientList: ['a@example.com', 'b@example.com'],
  });
});

test.each([
  [{ name: ' ' }, { name: 'forms.nameEmpty' }],
  [{ url: 'ftp://example.com' }, { url: 'alarmTemplates.hook.urlFault' }],
  [{ url: '' }, { url: 'alarmTemplates.hook.urlFault' }],
  [{ kind: 'email' as const }, { recipientList: 'alarmTemplates.hook.recipientsFault' }],
  [
    { kind: 'email' as const, recipients: 'nobody' },
    { recipientList: 'alarmTemplates.hook.recipientsFault' },
  ],
  [{ escalateAfterMin: '0' }, { escalateAfterMin: 'alarmTemplates.hook.escalateFault' }],
  [{ escalateAfterMin: 'x' }, { escalateAfterMin: 'alarmTemplates.hook.escalateFault' }],
  [{ isForSome: true }, { forSubGroupIdList: 'alarmTemplates.hook.groupsFault' }],
  [{ hours: { ...sound.hours, isOn: true, dayList: [] } }, { hours: 'alarmTemplates.hook.hoursFault' }],
])('%j is wrong at its field', (patch, faults) => {
  expect(webhookFaults({ ...sound, ...patch })).toEqual(faults);
});

test('sub groups are sent where some are chosen, and none means all', () => {
  const chosen = { ...sound, isForSome: true, subGroupIds: ['3', '5'] };
  expect(webhookFaults(chosen)).toEqual({});
  expect(webhookBody(chosen).forSubGroupIdList).toEqual([3, 5]);
  expect(webhookBody({ ...chosen, isForSome: false }).forSubGroupIdList).toBeNull();
});

test('a preview fills in what is known', () => {
  expect(previewOf('{{level}}: {{ name }} {{what}}', { level: '심각', name: 'a' })).toBe('심각: a {{what}}');
});
