import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { expect, it, test } from 'vitest';
import { securityDraft, securityErrors, settingsOf } from './security-form.ts';

const draft = securityDraft(STANDARD_SECURITY, 3);

test('a draft of the stored rules is valid and changes nothing', () => {
  expect(securityErrors(draft)).toEqual({});
  expect(settingsOf(draft)).toEqual(STANDARD_SECURITY);
});

it.each([
  [{ idleMin: '4' }, { idleMin: 'security.errors.range' }],
  [{ idleMin: '721' }, { idleMin: 'security.errors.range' }],
  [{ passwordMinLength: '' }, { passwordMinLength: 'security.errors.range' }],
  [{ lockAfterCnt: '5.5' }, { lockAfterCnt: 'security.errors.range' }],
  [{ user: '10.0.0.0/8, example.com' }, { user: 'security.errors.network' }],
  [{ user: '10.0.0.0/8,\n2001:db8::/32' }, {}],
])('a draft with %j has the errors %j', (over, errors) =>
  expect(securityErrors({ ...draft, ...over })).toEqual(errors),
);

test('networks are separated by commas or line breaks', () => {
  const expected = ['10.0.0.0/8', '192.0.2.7'];
  expect(settingsOf({ ...draft, token: ' 10.0.0.0/8,\n192.0.2.7 ' }).networks.token).toEqual(expected);
});
