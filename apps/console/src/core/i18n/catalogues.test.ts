import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorNames } from '@gwanje/contract/definition/errors';
import { describe, expect, test } from 'vitest';

function flatten(messages: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...flatten(value, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
}

const SOURCES = join(import.meta.dirname, '../..');

/** The messages of every area. Each file exports one area. */
async function messagesOf(language: 'ko' | 'en'): Promise<Map<string, string>> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(`-messages.${language}.ts`),
  );
  const areas: object[] = await Promise.all(files.map((file) => import(join(SOURCES, file))));
  return new Map(areas.flatMap((area) => [...flatten(area)]));
}

const korean = await messagesOf('ko');
const english = await messagesOf('en');

function sourcesBelow(root: string): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/-messages\.(ko|en)\.ts$/.test(path),
    )
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
}

const FOR_ONE = /_one$/;

test('both languages have the same keys, except English singular forms', () => {
  const keys = [...english.keys()].filter((key) => !FOR_ONE.test(key));
  expect(keys.sort()).toEqual([...korean.keys()].sort());
});

test('an English message with a count and a plural has a singular form', () => {
  const many = /\{\{cnt\}\}(?: \w+)* (?!(?:is|was|has)\b)\w+s\b|\{\{cnt\}\} (?:are|have|were)\b/;
  const general = [...english].filter(([key]) => !FOR_ONE.test(key));
  const without = general.filter(([key, text]) => many.test(text) && !english.has(`${key}_one`));
  // Limits of the product, far above one.
  expect(without.map(([key]) => key).sort()).toEqual(['nodeHistory.cut', 'objectList.tooMany']);
  const forOne = [...english.keys()].filter((key) => FOR_ONE.test(key));
  expect(forOne.filter((key) => !korean.get(key.replace(FOR_ONE, ''))?.includes('{{cnt}}'))).toEqual([]);
});

test('no message is empty, and both languages have the same placeholders', () => {
  const valuesIn = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of korean) {
    expect(text.trim(), key).not.toBe('');
    expect(english.get(key)?.trim(), key).not.toBe('');
    expect(valuesIn(english.get(key)), key).toEqual(valuesIn(text));
    const forOne = english.get(`${key}_one`);
    if (forOne !== undefined)
      expect(valuesIn(`${forOne}{{cnt}}`), key).toEqual(expect.arrayContaining(valuesIn(text)));
  }
});

test('every key is used', () => {
  const sources = [SOURCES, join(SOURCES, '../../../packages/ui/src')].map(sourcesBelow).join('\n');
  // For a key such as `errors.code.${name}`, every message with that prefix counts as used.
  const beginnings = [...sources.matchAll(/`(\w+\.[\w.]*)\$\{/g)].map(([, text = '']) => text);
  const unused = [...korean.keys()].filter(
    (key) =>
      !beginnings.some((text) => key.startsWith(text)) &&
      !["'", '"', '`'].some((quote) => sources.includes(`${quote}${key}${quote}`)),
  );
  expect(unused).toEqual([]);
});

describe('the message of each error', () => {
  test.each(errorNames)('%s states the problem, then what to do, in both languages', (name) => {
    const key = `errors.code.${name}`;
    expect(korean.get(key)).toMatch(/\S\. \S.*주세요\.$/);
    expect(english.get(key)).toMatch(/\S\. Please .*\.$/);
  });
});

test('no Korean message equals the English one, except abbreviations', () => {
  const isAbbreviation = (text: string) => /^[A-Z][A-Z0-9/ ]*$/.test(text);
  const untranslated = [...korean].filter(
    ([key, text]) => text === english.get(key) && !isAbbreviation(text),
  );
  expect(untranslated).toEqual([]);
});
