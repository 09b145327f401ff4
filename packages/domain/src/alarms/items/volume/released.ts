import { condition } from '../../item.ts';

export const volumeReleased = condition({
  key: 'volume.released',
  label: { ko: '볼륨 반환됨', en: 'Volume released' },
  level: 'warning',
  standard: { isNotified: false, holdS: 3600 },
  isTrue: ({ phase }) => phase === 'Released',
});
