import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogs } from './ko/dialogs.ts';

const folder = join(import.meta.dirname, 'ko');
const messages = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

test.each([
  ['편집', '수정'],
  ['지연', '수집 중단'],
  ['쿠버네티스', 'Kubernetes'],
  ['inode ', '아이노드'],
  ['미연결', '미바인딩'],
  ["'제한'", '제한(Limit)'],
  ["'요청'", '요청(Request)'],
])('no Korean message says %s: the word is %s', (other) => {
  expect(messages.split('\n').filter((line) => line.includes(other))).toEqual([]);
});

test('알림 is what is sent out: a dialog is none', () => {
  expect(dialogs.alertLabel).toBe('안내');
});
