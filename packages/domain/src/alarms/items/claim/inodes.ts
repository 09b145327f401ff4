import { measure } from '../../item.ts';

export const claimInodes = measure({
  key: 'claim.inodes',
  label: { ko: '아이노드 사용률', en: 'Inode usage' },
  phrase: { ko: '사용 중인 아이노드가 전체의 {{value}}', en: 'inodes in use are {{value}} of all' },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ inodesUsedPct }) => inodesUsedPct,
});
