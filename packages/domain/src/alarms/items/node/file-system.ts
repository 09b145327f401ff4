import { measure } from '../../item.ts';

export const nodeFileSystem = measure({
  key: 'node.fileSystem',
  label: { ko: '파일 시스템 사용률', en: 'File system usage' },
  phrase: { ko: '파일 시스템 사용량이 용량의 {{value}}', en: 'file system use is {{value}} of capacity' },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ fsUsedPct }) => fsUsedPct,
});
