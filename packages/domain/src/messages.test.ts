import { expect, test } from 'vitest';
import { addToCatalogue, fillMessage, messageFor } from './messages.ts';

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
