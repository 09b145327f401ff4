// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { ApiFailure } from '#core/api/api-failure.ts';
import { answerDialog, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { faultsOf, NAME_REASONS, tellFailure } from './faults.ts';

function refusal(code: number, detail = {}, wasShown = false) {
  return new ApiFailure({ kind: 'code', code, message: '문장', detail, wasShown });
}

const reasons = { name: NAME_REASONS, grantList: {} };

describe('a refusal', () => {
  test.each([
    ['name', 'taken', { name: 'forms.nameTaken' }],
    ['0.name', 'taken', { name: 'forms.nameTaken' }],
    ['0.name', 'tooLong', { name: 'forms.nameTooLong' }],
    ['0.name', 'never heard of', { name: 'errors.code.conflict' }],
    ['grantList.3.subGroupId', undefined, { grantList: 'errors.code.conflict' }],
  ])('at %s for %s is shown as %j', (field, reason, faults) => {
    expect(faultsOf(refusal(8004, { field, reason }), reasons)).toEqual(faults);
  });

  test('of a field that the form has not, of none, or of no call at all is not at a field', () => {
    expect(faultsOf(refusal(8004, { field: '0.version' }), reasons)).toBeNull();
    expect(faultsOf(refusal(8009), reasons)).toBeNull();
    expect(faultsOf(new TypeError('x'), reasons)).toBeNull();
  });
});

describe('the alert', () => {
  test('has the sentence of the reason, else that of the code', async () => {
    await freshPage();
    const told = tellFailure(refusal(8009, { reason: 'hasClusters' }), {
      hasClusters: '클러스터가 있습니다.',
    });
    expect(openDialog()?.options.text).toBe('클러스터가 있습니다.');
    await answerDialog(true);
    await told;
    void tellFailure(refusal(8009));
    expect(openDialog()?.options.text).toBe('문장');
  });

  test('does not repeat what a dialog has told already', async () => {
    await freshPage();
    await tellFailure(refusal(999, {}, true));
    await settleAll();
    expect(openDialog()).toBeUndefined();
  });

  test('is not for faults of our own', async () => {
    await expect(tellFailure(new TypeError('x'))).rejects.toThrow('x');
  });
});
