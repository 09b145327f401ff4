import { measure } from '../../item.ts';

export const claimUsage = measure({
  key: 'claim.usage',
  label: { ko: '볼륨 사용률', en: 'Volume usage' },
  phrase: { ko: '볼륨 사용량이 용량의 {{value}}', en: 'volume use is {{value}} of capacity' },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ usedPct }) => usedPct,
});
