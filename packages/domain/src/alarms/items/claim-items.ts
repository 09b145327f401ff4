import { condition, defineItems, measure } from '../item.ts';

export const claimItems = defineItems('claim', {
  'claim.pending': condition({
    label: { ko: '클레임 대기 지속', en: 'Claim pending' },
    phrase: { ko: '클레임이 볼륨에 바인딩되지 못한(Pending)', en: 'the claim finds no volume (Pending)' },
    level: 'warning',
    standard: { holdS: 600 },
    isTrue: ({ phase }) => phase === 'Pending',
  }),
  'claim.lost': condition({
    label: { ko: '클레임 유실', en: 'Claim lost' },
    phrase: { ko: '클레임이 볼륨을 잃은(Lost)', en: 'the claim has lost its volume' },
    level: 'critical',
    isTrue: ({ phase }) => phase === 'Lost',
  }),
  'claim.usage': measure({
    label: { ko: '볼륨 사용률', en: 'Volume usage' },
    phrase: { ko: '볼륨 사용량이 용량의 {{value}}', en: 'volume use is {{value}} of capacity' },
    unit: 'percent',
    warning: 80,
    critical: 90,
    recoveryMargin: 3,
    valueIn: ({ usedPct }) => usedPct,
  }),
  'claim.inodes': measure({
    label: { ko: '아이노드 사용률', en: 'Inode usage' },
    phrase: { ko: '사용 중인 아이노드가 전체의 {{value}}', en: 'inodes in use are {{value}} of all' },
    unit: 'percent',
    warning: 80,
    critical: 90,
    recoveryMargin: 3,
    valueIn: ({ inodesUsedPct }) => inodesUsedPct,
  }),
  'claim.daysUntilFull': measure({
    label: { ko: '가득 찰 때까지 남은 일수', en: 'Days until full' },
    phrase: {
      ko: '지금 추세로 가득 찰 때까지 남은 기간이 {{value}}',
      en: 'as it grows now the volume is full in {{value}}',
    },
    unit: 'days',
    worse: 'below',
    warning: 7,
    critical: 2,
    recoveryMargin: 0.5,
    standard: { holdS: 1800 },
    valueIn: ({ daysUntilFull }) => daysUntilFull,
  }),
});
