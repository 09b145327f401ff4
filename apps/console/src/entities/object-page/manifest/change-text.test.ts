import { type ChangedField, changeTopics } from '@gwanje/contract/objects/manifests';
import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { changeText } from './change-text.ts';

const path = 'spec.template.spec.containers[app].image';
const image: ChangedField = { path, topic: 'image', subject: 'app', from: 'shop:1', to: 'shop:2' };

test.each<[Partial<ChangedField>, string]>([
  [{}, '이미지 app: shop:1 → shop:2'],
  [{ from: null }, '이미지 app 추가: shop:2'],
  [{ to: null }, '이미지 app 제거: shop:1'],
  [{ topic: 'replicas', subject: null, from: '1', to: '3' }, '복제본 수: 1 → 3'],
  [{ topic: 'label', subject: 'team', from: '', to: 'a' }, '레이블 team: "" → a'],
  [{ topic: 'other', subject: null, path: 'spec.x', from: '1', to: '2' }, '필드 spec.x: 1 → 2'],
  [{ topic: 'masked', subject: null, from: null, to: null }, '가려진 값이 바뀜'],
  [{ topic: 'restart', subject: null, from: null, to: '2026' }, '다시 시작(rollout restart)'],
  [{ from: '{{to}}', to: '<b>' }, '이미지 app: {{to}} → <b>'],
])('a change with %j reads %s', (change, text) => expect(changeText({ ...image, ...change }, t)).toBe(text));

test.each(changeTopics)('the topic %s has a text', (topic) =>
  expect(changeText({ ...image, topic }, t)).not.toContain('manifests.topic'),
);
