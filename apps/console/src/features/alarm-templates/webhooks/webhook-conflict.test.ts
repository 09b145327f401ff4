import { expect, test } from 'vitest';
import { mergedDraft } from './webhook-conflict.ts';
import { webhookDraft } from './webhook-form.ts';

const first = { ...webhookDraft(null, 'ko'), name: '당직', url: 'https://a.example.com/' };

test('keeps typed fields and takes the other fields as another user saved them', () => {
  const typed = { ...first, name: '야간 당직', minLevel: 5 as const };
  const stored = { ...first, name: '주간 당직', url: 'https://b.example.com/', minLevel: 5 as const };
  const { draft, differing } = mergedDraft(first, typed, stored);
  expect(draft).toEqual({ ...stored, name: '야간 당직' });
  expect(differing).toEqual(['name']);
});

test('compares hours by their contents', () => {
  const hours = { ...first.hours, isOn: true };
  expect(mergedDraft(first, { ...first, hours }, { ...first, hours: { ...hours } }).differing).toEqual([]);
  expect(mergedDraft(first, { ...first, hours }, first).differing).toEqual(['hours']);
});
