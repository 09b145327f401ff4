import { condition } from '../../item.ts';

export const podImagePull = condition({
  key: 'pod.imagePull',
  label: { ko: '이미지 가져오기 실패', en: 'Image pull failure' },
  phrase: { ko: '컨테이너 이미지를 가져오지 못하는', en: 'the image of a container cannot be pulled' },
  level: 'critical',
  standard: { holdS: 60 },
  isTrue: ({ isImagePullFailing }) => isImagePullFailing,
});
