import { groupByOptions, objectTypes, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
import { describe, expect, test } from 'vitest';
import { groupByKey, objectTypeKey, sortByKey } from '../dashboard/options.ts';
import { languages } from '../i18n/language.ts';
import { type LabelKey, labelOf, labels } from './labels.ts';

describe('labels', () => {
  test('every key has a label in both languages', () => {
    for (const [key, words] of Object.entries(labels)) {
      for (const language of languages) expect(words[language].trim(), `${key} in ${language}`).not.toBe('');
    }
  });

  test('English labels contain no Korean', () => {
    for (const words of Object.values(labels)) expect(words.en).not.toMatch(/\p{Script=Hangul}/u);
  });

  test('no two options of one choice have the same label', () => {
    const choices: LabelKey[][] = [
      objectTypes.map(objectTypeKey),
      ...objectTypes.map((objectType) => sortOptions[objectType].map(sortByKey)),
      ...objectTypes.map((objectType) => groupByOptions[objectType].map(groupByKey)),
    ];
    for (const keys of choices) {
      for (const language of languages) {
        expect(new Set(keys.map((key) => labelOf(key, language))).size).toBe(keys.length);
      }
    }
  });

  test('the default language is Korean', () => {
    expect(labelOf('role.user')).toBe('사용자');
    expect(labelOf('role.user', 'en')).toBe('User');
  });
});
