import { condition } from '../../item.ts';

export const nodeDiskPressure = condition({
  key: 'node.diskPressure',
  label: { ko: '디스크 부족', en: 'Disk pressure' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('DiskPressure'),
});
