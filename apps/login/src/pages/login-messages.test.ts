import { placeholdersOf } from '@gwanje/domain/i18n/testing/placeholders';
import { expect, test } from 'vitest';
import { en } from './login-messages.en.ts';
import { ko } from './login-messages.ko.ts';

test('both languages have the same placeholders', () => {
  expect(placeholdersOf(en)).toEqual(placeholdersOf(ko));
});
