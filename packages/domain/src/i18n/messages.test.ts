import { expect, test } from 'vitest';
import { addToCatalogue, fillMessage, messageFor, translators } from './messages.ts';

const catalogue = new Map<string, string>();
addToCatalogue(
  catalogue,
  { pods: '{{cnt}} pods', pods_one: '{{cnt}} pod', deep: { title: 'Title' } },
  'list',
);

test('nested messages have dotted keys', () => {
  expect(messageFor(catalogue, 'list.deep.title')).toBe('Title');
  expect(messageFor(catalogue, 'list.deep')).toBeUndefined();
});

test.each([
  [1, '{{cnt}} pod'],
  ['1', '{{cnt}} pod'],
  [2, '{{cnt}} pods'],
  ['1,200', '{{cnt}} pods'],
])('the count %s selects %s', (cnt, message) => {
  expect(messageFor(catalogue, 'list.pods', { cnt })).toBe(message);
});

test('a message without a singular form keeps its text for a count of 1', () => {
  expect(messageFor(catalogue, 'list.deep.title', { cnt: 1 })).toBe('Title');
});

test('values replace their placeholders as plain text', () => {
  expect(fillMessage('{{name}}: {{cnt}} {{none}}', { name: '<$&>', cnt: 3 })).toBe('<$&>: 3 ');
});

test('a program with both languages translates by language', () => {
  const translate = translators({ pods: '파드 {{cnt}}개', deep: { title: '제목' } } as const, {
    pods: '{{cnt}} pods',
    pods_one: '{{cnt}} pod',
    deep: { title: 'Title' },
  });
  expect([translate.ko('pods', { cnt: 1 }), translate.ko('deep.title')]).toEqual(['파드 1개', '제목']);
  expect([translate.en('pods', { cnt: 1 }), translate.en('deep.title')]).toEqual(['1 pod', 'Title']);
  // @ts-expect-error: the count is missing
  translate.ko('pods');
  // @ts-expect-error: no such key
  translate.ko('pod', { cnt: 1 });
});
