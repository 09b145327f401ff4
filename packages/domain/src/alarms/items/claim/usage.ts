import { measure } from '../../item.ts';

export const claimUsage = measure({
  key: 'claim.usage',
  label: { ko: '볼륨 사용률', en: 'Volume usage' },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ usedPct }) => usedPct,
});
