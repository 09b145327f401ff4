import { condition } from '../../item.ts';

export const podImagePull = condition({
  key: 'pod.imagePull',
  label: { ko: '이미지 가져오기 실패', en: 'Image pull failure' },
  level: 'critical',
  standard: { holdS: 60 },
  isTrue: ({ isImagePullFailing }) => isImagePullFailing,
});
