import { expect, test } from 'vitest';
import { mergedDraft } from './webhook-conflict.ts';
import { webhookDraft } from './webhook-form.ts';

const first = { ...webhookDraft(null, 'ko'), name: '당직', url: 'https://a.example.com/' };

test('what was typed stays, and what somebody else saved comes in beside it', () => {
  const typed = { ...first, name: '야간 당직', minLevel: 5 as const };
  const stored = { ...first, name: '주간 당직', url: 'https://b.example.com/', minLevel: 5 as const };
  const { draft, differing } = mergedDraft(first, typed, stored);
  expect(draft).toEqual({ ...stored, name: '야간 당직' });
  expect(differing).toEqual(['name']);
});

test('hours are judged by what they say', () => {
  const hours = { ...first.hours, isOn: true };
  expect(mergedDraft(first, { ...first, hours }, { ...first, hours: { ...hours } }).differing).toEqual([]);
  expect(mergedDraft(first, { ...first, hours }, first).differing).toEqual(['hours']);
});
