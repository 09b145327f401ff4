import { expect, it } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { features } from './features.ts';
import { menuEntries } from './menu.ts';

const SETTINGS = [
  ...['클러스터 설정', '노드 설정', '워크로드 설정', '파드 설정', '볼륨 설정', 'PVC 설정'],
  ...['오토스케일러(HPA) 설정', '중단 예산(PDB) 설정', '할당량(Quota) 설정', '클러스터 생성'],
  ...['이벤트 알람 설정', '알람 템플릿', '당직 설정', '보고서 설정', '메타 그룹', '서브 그룹'],
  ...['사용자', '사용자 등록', '액세스 토큰'],
];
const OF_TOTAL_ADMINS = ['보안 설정', '통합 인증 규칙', '개인정보', '로고 설정', '감사 로그', '설치 상태'];

it.each([
  ['a representative admin', { role: 1, isKeyUser: 'Y' }, [...SETTINGS, ...OF_TOTAL_ADMINS]],
  ['a total admin', { role: 1, isKeyUser: 'N' }, [...SETTINGS, ...OF_TOTAL_ADMINS]],
  ['a group admin', { role: 3, isKeyUser: 'N' }, SETTINGS],
  ['a user', { role: 2, isKeyUser: 'N' }, []],
] as const)('the settings menu of %s lists the pages of the role', (_who, holder, titles) => {
  const entries = menuEntries(features, holder).filter(({ section }) => section !== 'page');
  expect(entries.map(({ titleKey }) => t(titleKey)).sort()).toEqual([...titles].sort());
});
