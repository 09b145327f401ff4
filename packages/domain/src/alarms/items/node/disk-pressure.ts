import { condition } from '../../item.ts';

export const nodeDiskPressure = condition({
  key: 'node.diskPressure',
  label: { ko: '디스크 부족', en: 'Disk pressure' },
  phrase: { ko: '노드의 디스크가 부족한(DiskPressure)', en: 'the node is short of disk' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('DiskPressure'),
});
