import type { CauseEvidence } from '@gwanje/kinds/calls/causes';
import { expect, test } from 'vitest';
import { describeCause, describeDistance } from './describe-cause.ts';

const change = (field: string, from: string, to: string | null) => ({ container: null, field, from, to });

const rows: readonly (readonly [CauseEvidence, string])[] = [
  [
    { rule: 'imageChanged', changeList: [change('image', 'shop/api:1', 'shop/api:2')] },
    '이미지가 바뀌었습니다: shop/api:1 → shop/api:2',
  ],
  [
    { rule: 'imageChanged', changeList: [change('image', 'a:1', 'a:2'), change('image', 'b:1', 'b:2')] },
    '이미지가 바뀌었습니다: a:1 → a:2 외 1건',
  ],
  [{ rule: 'replicasChanged', from: 3, to: 0 }, '복제본 수가 바뀌었습니다: 3 → 0'],
  [{ rule: 'nodeCordoned' }, '노드의 스케줄링이 중지되었습니다'],
  [
    { rule: 'requestsChanged', changeList: [change('memLimitBytes', '2147483648', null)] },
    '메모리 제한 값이 바뀌었습니다: 2.00 GB → -',
  ],
];

test.each(rows)('%o is said in one sentence', (evidence, text) => {
  expect(describeCause(evidence, 'ko')).toBe(text);
  expect(describeCause(evidence, 'en')).not.toBe('');
});

test('a distance says before or after', () => {
  expect(describeDistance(130, 'ko')).toBe('2분 10초 전');
  expect(describeDistance(-10, 'ko')).toBe('10초 뒤');
});
