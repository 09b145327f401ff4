import { groupByOptions, objectTypes, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
import { describe, expect, test } from 'vitest';
import { groupByKey, objectTypeKey, sortByKey } from '../dashboard/options.ts';
import { languages } from '../i18n/language.ts';
import {
  alarmChipColour,
  alarmLevelKey,
  alarmTypeKey,
  confirmLevelKey,
  eventChipColour,
  type LabelKey,
  labelOf,
  labels,
  monResultKey,
  roleChoiceKey,
  roleKey,
  templateChangeKey,
  userStatusKey,
  viewTypeKey,
} from './labels.ts';

describe('labels', () => {
  test('every key has a label in both languages', () => {
    for (const [key, words] of Object.entries(labels)) {
      for (const language of languages) expect(words[language].trim(), `${key} in ${language}`).not.toBe('');
    }
  });

  test('English labels contain no Korean', () => {
    for (const words of Object.values(labels)) expect(words.en).not.toMatch(/\p{Script=Hangul}/u);
  });

  test('no two options of one choice have the same label', () => {
    const choices: LabelKey[][] = [
      objectTypes.map(objectTypeKey),
      ...objectTypes.map((objectType) => sortOptions[objectType].map(sortByKey)),
      ...objectTypes.map((objectType) => groupByOptions[objectType].map(groupByKey)),
    ];
    for (const keys of choices) {
      for (const language of languages) {
        expect(new Set(keys.map((key) => labelOf(key, language))).size).toBe(keys.length);
      }
    }
  });

  test('the default language is Korean', () => {
    expect(labelOf('role.user')).toBe('사용자');
    expect(labelOf('role.user', 'en')).toBe('User');
  });
});

test.each<[string, (code: number | null | undefined) => LabelKey, Record<number, string>, number[], string]>([
  ['alarm level', alarmLevelKey, { 1: '경고', 5: '심각', 2: '심각', '-1': '심각' }, [0], '-'],
  ['alarm type', alarmTypeKey, { 1: '장애', 2: '성능', 3: '이벤트' }, [0, 4, 1.5], '-'],
  ['confirmation level', confirmLevelKey, ['복구', '발생', '확인', '조치 완료', '종료'], [-1, 5], '-'],
  ['user status', userStatusKey, { 1: '정상', 2: '정지', 3: '해지', 4: '제한' }, [0, 5], '-'],
  ['view', viewTypeKey, { 1: '클러스터', 2: '노드', 3: '파드' }, [0, 4], 'Not Set'],
  [
    'template change',
    templateChangeKey,
    { 1: '생성', 2: '정보 변경', 3: '복사', 4: '알람 적용', 5: '삭제', 6: '알람 내용 변경' },
    [0, 7],
    '-',
  ],
])('each %s has its label, and an unknown one has none', (_name, keyOf, known, others, none) => {
  for (const [code, korean] of Object.entries(known)) expect(labelOf(keyOf(Number(code)))).toBe(korean);
  for (const code of [...others, null, undefined, Number.NaN]) expect(labelOf(keyOf(code))).toBe(none);
});

describe('role', () => {
  test.each([
    [1, 'Y', 'role.keyAdmin', '대표 관리자'],
    [1, 'N', 'role.totalAdmin', '전체 관리자'],
    [1, '', 'role.totalAdmin', '전체 관리자'],
    [3, 'N', 'role.groupAdmin', '그룹 관리자'],
    [3, 'Y', 'role.groupAdmin', '그룹 관리자'],
    [2, 'N', 'role.user', '사용자'],
    [2, 'Y', 'role.user', '사용자'],
    [99, 'Y', 'role.user', '사용자'],
  ] as const)('%i with isKeyUser %s is %s (%s)', (role, isKeyUser, key, korean) => {
    expect(roleKey(role, isKeyUser)).toBe(key);
    expect(labelOf(key)).toBe(korean);
  });

  test.each([
    [10, 'role.keyAdmin'],
    [1, 'role.totalAdmin'],
    [3, 'role.groupAdmin'],
    [2, 'role.user'],
  ])('the choice %i is %s', (choice, key) => {
    expect(roleChoiceKey(choice)).toBe(key);
  });
});

test('chips have the colour of their level', () => {
  expect([1, 5, 0, 2, null, undefined].map((level) => alarmChipColour(level)).join(' ')).toBe(
    'orange red grey grey grey grey',
  );
  expect(['normal', 'warning', 'critical', '', null].map((level) => eventChipColour(level)).join(' ')).toBe(
    'orange pink grey grey grey',
  );
});

test('stale data has its own label', () => {
  expect(labelOf(monResultKey('stale'))).toBe('수집 중단');
});
