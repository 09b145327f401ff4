import { placeholdersOf } from '@gwanje/domain/i18n/testing/placeholders';
import { expect, test } from 'vitest';
import { en } from './link-mail-messages.en.ts';
import { ko } from './link-mail-messages.ko.ts';

test('both languages have the same placeholders', () => {
  expect(placeholdersOf(en)).toEqual(placeholdersOf(ko));
});
