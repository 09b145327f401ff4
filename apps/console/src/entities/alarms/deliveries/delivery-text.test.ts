import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { deliveryText } from './delivery-text.ts';

test('a note is a sentence with its detail, which keeps its own direction', () => {
  expect(deliveryText({ why: 'status', detail: '503' }, t)).toBe('받는 곳이 거부했습니다. (\u2068503\u2069)');
  expect(deliveryText({ why: 'partlyRefused', detail: '1/3, 403' }, t)).toBe(
    '수신자 일부에게 보내지 못했습니다. (실패 1/3, 403)',
  );
});

test('a note without a detail has no brackets', () => {
  expect(deliveryText({ why: 'acknowledged', detail: null }, t)).not.toContain('(');
  expect(deliveryText({ why: 'receiptFailed', detail: '' }, t)).not.toContain('(');
});
