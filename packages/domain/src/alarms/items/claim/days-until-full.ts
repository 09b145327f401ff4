import { measure } from '../../item.ts';

export const claimDaysUntilFull = measure({
  key: 'claim.daysUntilFull',
  label: { ko: '가득 찰 때까지 남은 일수', en: 'Days until full' },
  phrase: {
    ko: '지금 추세로 가득 찰 때까지 남은 기간이 {{value}}',
    en: 'as it grows now the volume is full in {{value}}',
  },
  unit: 'days',
  worse: 'below',
  warning: 7,
  critical: 2,
  recoveryMargin: 0.5,
  standard: { holdS: 1800 },
  valueIn: ({ daysUntilFull }) => daysUntilFull,
});
