import type { HandoverChange } from '@gwanje/contract/duty/handovers';
import { expect, it } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { changeText } from './change-text.ts';
import './handover-messages.ts';

const change = (values: Partial<HandoverChange>) =>
  changeText({ what: 'images', from: null, to: null, cnt: 1, ...values } as HandoverChange, t);
const images = { what: 'images', from: 'shop:1', to: 'shop:2,side:1' } as const;

it.each<[string, Partial<HandoverChange>]>([
  ['이미지: shop:1 → shop:2, side:1', images],
  ['이미지: shop:1 → shop:2, side:1 · 롤아웃 정체 (2번 바뀜)', { ...images, cnt: 2, rolloutPhase: 'stuck' }],
  ['롤아웃 완료 · 이미지 변경 없음', { what: 'rollout', rolloutPhase: 'finished' }],
  ['롤아웃 · 이미지 변경 없음 (3번 바뀜)', { what: 'rollout', cnt: 3 }],
  ['롤아웃 정체', { what: 'rollout', cnt: 0, rolloutPhase: 'stuck' }],
  ['스케줄링 중지(cordon)', { what: 'isSchedulable', from: 'true', to: 'false' }],
])('names a change: %s', (text, values) => expect(change(values)).toBe(text));
