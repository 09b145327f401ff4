import { condition, defineItems } from '../item.ts';

export const volumeItems = defineItems('volume', {
  'volume.failed': condition({
    label: { ko: '볼륨 실패', en: 'Volume failed' },
    phrase: { ko: '볼륨이 실패(Failed)한', en: 'the volume has failed' },
    level: 'critical',
    isTrue: ({ phase }) => phase === 'Failed',
  }),
  'volume.released': condition({
    label: { ko: '볼륨 반환됨', en: 'Volume released' },
    phrase: {
      ko: '클레임이 삭제되어 볼륨이 반환(Released)된',
      en: 'the claim is gone and the volume is released',
    },
    level: 'warning',
    standard: { isNotified: false, holdS: 3600 },
    isTrue: ({ phase }) => phase === 'Released',
  }),
  'volume.pending': condition({
    label: { ko: '볼륨 대기 지속', en: 'Volume pending' },
    phrase: { ko: '볼륨이 대기(Pending) 중인', en: 'the volume is pending' },
    level: 'warning',
    standard: { holdS: 600 },
    isTrue: ({ phase }) => phase === 'Pending',
  }),
});
