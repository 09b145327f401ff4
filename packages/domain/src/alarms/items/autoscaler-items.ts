import { condition, defineItems } from '../item.ts';

export const autoscalerItems = defineItems('autoscaler', {
  'autoscaler.atMaximum': condition({
    label: { ko: 'HPA 최대 복제본 지속', en: 'Autoscaler at its maximum' },
    phrase: {
      ko: '오토스케일러(HPA)가 최대 복제본 수에 도달한',
      en: 'the autoscaler runs the most replicas that it may',
    },
    level: 'warning',
    // A peak of some minutes is what the maximum is for.
    standard: { holdS: 900 },
    isTrue: ({ status }) => status === 'atMaximum',
  }),
});
