import { describe, expect, test } from 'vitest';
import { ApiFailure } from '#core/api/api-failure.ts';
import { answerDialog, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { NAME_REASONS, nameError, serverFieldErrors } from './field-errors.ts';
import { showFailure } from './show-failure.ts';

function refusal(code: number, detail = {}, wasShown = false) {
  return new ApiFailure({ kind: 'code', code, message: '문장', detail, wasShown });
}

const reasons = { name: NAME_REASONS, grantList: {} };

describe('a refusal by the server', () => {
  test.each([
    ['name', 'taken', { name: 'forms.nameTaken' }],
    ['0.name', 'taken', { name: 'forms.nameTaken' }],
    ['0.name', 'tooLong', { name: 'forms.nameTooLong' }],
    ['0.name', 'unknown', { name: 'errors.code.conflict' }],
    ['grantList.3.subGroupId', undefined, { grantList: 'errors.code.conflict' }],
  ])('at %s for %s is shown as %j', (field, reason, fieldErrors) =>
    expect(serverFieldErrors(refusal(8004, { field, reason }), reasons)).toEqual(fieldErrors),
  );

  test('at an unknown field, without a field or without a response is shown at no field', () => {
    expect(serverFieldErrors(refusal(8004, { field: '0.version' }), reasons)).toBeNull();
    expect(serverFieldErrors(refusal(8009), reasons)).toBeNull();
    expect(serverFieldErrors(new TypeError('x'), reasons)).toBeNull();
  });
});

describe('the alert', () => {
  test('shows the message of the reason, else the message of the code', async () => {
    await freshPage();
    const shown = showFailure(refusal(8009, { reason: 'hasClusters' }), {
      hasClusters: '클러스터가 있습니다.',
    });
    expect(openDialog()?.options.text).toBe('클러스터가 있습니다.');
    await answerDialog(true);
    await shown;
    void showFailure(refusal(8009));
    expect(openDialog()?.options.text).toBe('문장');
  });

  test('does not repeat a message of a dialog', async () => {
    await freshPage();
    await showFailure(refusal(999, {}, true));
    await settleAll();
    expect(openDialog()).toBeUndefined();
  });

  test('does not hide a programming error', async () =>
    expect(showFailure(new TypeError('x'))).rejects.toThrow('x'));
});

test.each([
  ['', 'forms.nameEmpty'],
  ['   ', 'forms.nameEmpty'],
  ['가'.repeat(51), 'forms.nameTooLong'],
  ['a\u202eb', 'forms.nameControlCharacter'],
  ['ㅤ', 'forms.nameInvisible'],
])('the name %j is refused as %s', (name, error) => expect(nameError(name)).toBe(error));

test.each(['가', '<script>alert(1)</script>', '..', 'a/b', '🦊'])('the name %j is valid', (name) =>
  expect(nameError(name)).toBeUndefined(),
);
