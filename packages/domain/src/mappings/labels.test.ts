import { groupByOptions, objectTypes, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
import { monResults } from '@gwanje/contract/objects/object-states';
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

type Row = readonly [value: number | null | undefined, key: LabelKey, korean: string];

function describeMapping(
  name: string,
  keyOf: (value: number | null | undefined) => LabelKey,
  rows: readonly Row[],
) {
  describe(name, () => {
    test.each(rows)('%s is %s (%s)', (value, key, korean) => {
      expect(keyOf(value)).toBe(key);
      expect(labelOf(keyOf(value))).toBe(korean);
    });
  });
}

const noNumbers: readonly Row[] = [
  [null, 'dash', '-'],
  [undefined, 'dash', '-'],
  [Number.NaN, 'dash', '-'],
];

describeMapping('alarm level', alarmLevelKey, [
  [1, 'alarmLevel.warning', '경고'],
  [5, 'alarmLevel.critical', '심각'],
  [2, 'alarmLevel.critical', '심각'],
  [-1, 'alarmLevel.critical', '심각'],
  [0, 'dash', '-'],
  ...noNumbers,
]);

describeMapping('alarm type', alarmTypeKey, [
  [1, 'alarmType.failure', '장애'],
  [2, 'alarmType.performance', '성능'],
  [3, 'alarmType.event', '이벤트'],
  [0, 'dash', '-'],
  [4, 'dash', '-'],
  [1.5, 'dash', '-'],
  ...noNumbers,
]);

describeMapping('confirmation level', confirmLevelKey, [
  [0, 'confirmLevel.recovered', '복구'],
  [1, 'confirmLevel.occurred', '발생'],
  [2, 'confirmLevel.acknowledged', '확인'],
  [3, 'confirmLevel.handled', '조치 완료'],
  [4, 'confirmLevel.closed', '종료'],
  [-1, 'dash', '-'],
  [5, 'dash', '-'],
  ...noNumbers,
]);

describeMapping('user status', userStatusKey, [
  [1, 'userStatus.normal', '정상'],
  [2, 'userStatus.suspended', '정지'],
  [3, 'userStatus.terminated', '해지'],
  [4, 'userStatus.restricted', '제한'],
  [0, 'dash', '-'],
  [5, 'dash', '-'],
  ...noNumbers,
]);

describeMapping('view', viewTypeKey, [
  [1, 'viewType.cluster', '클러스터'],
  [2, 'viewType.node', '노드'],
  [3, 'viewType.pod', '파드'],
  [0, 'viewType.unset', 'Not Set'],
  [4, 'viewType.unset', 'Not Set'],
  [null, 'viewType.unset', 'Not Set'],
  [undefined, 'viewType.unset', 'Not Set'],
]);

describeMapping('template change', templateChangeKey, [
  [1, 'templateChange.created', '생성'],
  [2, 'templateChange.infoChanged', '정보 변경'],
  [3, 'templateChange.copied', '복사'],
  [4, 'templateChange.alarmApplied', '알람 적용'],
  [5, 'templateChange.deleted', '삭제'],
  [6, 'templateChange.alarmContentChanged', '알람 내용 변경'],
  [0, 'dash', '-'],
  [7, 'dash', '-'],
  ...noNumbers,
]);

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

describe('chip colours', () => {
  test.each([
    [1, 'orange'],
    [5, 'red'],
    [0, 'grey'],
    [2, 'grey'],
    [null, 'grey'],
    [undefined, 'grey'],
  ])('alarm level %s is %s', (level, colour) => {
    expect(alarmChipColour(level)).toBe(colour);
  });

  test.each([
    ['normal', 'orange'],
    ['warning', 'pink'],
    ['critical', 'grey'],
    ['', 'grey'],
    [null, 'grey'],
  ])('event level %s is %s', (level, colour) => {
    expect(eventChipColour(level)).toBe(colour);
  });
});

describe('monitoring result', () => {
  test('results are ordered from critical to unmonitored', () => {
    expect(monResults).toEqual(['critical', 'warning', 'stale', 'normal', 'unmonitored']);
  });

  test('stale data has its own label', () => {
    expect(labelOf(monResultKey('stale'))).toBe('수집 중단');
  });
});
