import { condition } from '../../item.ts';

export const volumeReleased = condition({
  key: 'volume.released',
  label: { ko: '볼륨 반환됨', en: 'Volume released' },
  phrase: {
    ko: '클레임이 삭제되어 볼륨이 반환(Released)된',
    en: 'the claim is gone and the volume is released',
  },
  level: 'warning',
  standard: { isNotified: false, holdS: 3600 },
  isTrue: ({ phase }) => phase === 'Released',
});
