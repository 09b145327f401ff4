import { measure } from '../../item.ts';

export const nodeFileSystem = measure({
  key: 'node.fileSystem',
  label: { ko: '파일 시스템 사용률', en: 'File system usage' },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ fsUsedPct }) => fsUsedPct,
});
