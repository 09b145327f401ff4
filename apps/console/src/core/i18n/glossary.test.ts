import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogs } from './dialog-messages.ko.ts';

const sources = join(import.meta.dirname, '../..');
const messages = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-messages.ko.ts'))
  .map((path) => readFileSync(join(sources, path), 'utf8'))
  .join('\n');

test('the messages of the console are found', () => expect(messages).toContain(dialogs.alertLabel));

test.each([
  ['편집', '수정'],
  ['지연', '수집 중단'],
  ['쿠버네티스', 'Kubernetes'],
  ['inode ', '아이노드'],
  ['미연결', '미바인딩'],
  ["'제한'", '제한(Limit)'],
  ["'요청'", '요청(Request)'],
])('no Korean message of the console says %s instead of %s', (other) =>
  expect(messages.split('\n').filter((line) => line.includes(other))).toEqual([]),
);

test('a dialog is not called 알림, which means a notification', () =>
  expect(dialogs.alertLabel).toBe('안내'));
