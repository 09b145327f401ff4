import { defineItems, measure } from '../item.ts';

export const quotaItems = defineItems('quota', {
  'quota.usage': measure({
    label: { ko: '할당량 한도 임박', en: 'Quota near its limit' },
    phrase: {
      ko: '할당량(Quota) 사용량이 한도의 {{value}}',
      en: 'use of a resource quota is {{value}} of its limit',
    },
    unit: 'percent',
    basis: 'state',
    warning: 80,
    critical: 90,
    recoveryMargin: 3,
    // A quota that limits nothing any more has recovered.
    valueIn: ({ resourceCnt, usedPercent }) => (resourceCnt === 0 ? 0 : (usedPercent ?? Number.NaN)),
  }),
});
