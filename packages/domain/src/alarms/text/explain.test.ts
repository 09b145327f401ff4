import { type AlarmItemKey, type AlarmSetting, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { expect, test } from 'vitest';
import { type Language, languages } from '../../i18n/language.ts';
import { alarmItems } from '../registry.ts';
import { explainSetting } from './explain.ts';
import { explainEventAlarm } from './explain-event.ts';
import { countLabels } from './units.ts';

function explained(key: AlarmItemKey, over: Partial<AlarmSetting> = {}, language: Language = 'ko'): string {
  return explainSetting(key, { ...alarmItems[key].standard, ...over }, language);
}

const only90 = { warning: null, critical: 90, holdS: 0, recoveryMargin: 0 };
test.each<[string, AlarmItemKey, Partial<AlarmSetting>?]>([
  [
    'CPU 사용량이 할당 가능량의 85 % 이상인 상태가 5분 이어지면 경고, 95 % 이상이면 심각 · 80 % 미만이면 복구',
    'node.cpuUsage',
  ],
  ['CPU 사용량이 할당 가능량의 90 % 이상이면 바로 심각', 'node.cpuUsage', only90],
  ['API 서버가 응답하지 않는 상태가 1분 이어지면 심각', 'cluster.apiUnreachable'],
  ['파드가 실패(Failed)한 상태이면 바로 경고', 'pod.failed'],
  ['준비되지 않은 노드가 1개 이상인 상태가 2분 이어지면 경고, 3개 이상이면 심각', 'cluster.nodesNotReady'],
  ['최근 10분 동안 컨테이너가 재시작한 횟수가 3회 이상이면 바로 경고, 5회 이상이면 심각', 'pod.restarts'],
  [
    '네트워크 수신량이 500 MBps 이상인 상태가 5분 이어지면 경고, 1,000 MBps 이상이면 심각 · 450 MBps 미만이면 복구',
    'node.netRx',
  ],
  [
    '지금 추세로 가득 찰 때까지 남은 기간이 7일 이하인 상태가 30분 이어지면 경고, 2일 이하이면 심각 · 7.5일을 넘으면 복구',
    'claim.daysUntilFull',
  ],
])('%s', (text, key, over) => {
  expect(explained(key, over)).toBe(text);
});

test('a setting is explained in English too', () => {
  expect(explained('node.cpuUsage', {}, 'en')).toBe(
    'If CPU use is at least 85 % of allocatable for 5 min: warning; at least 95 %: critical · recovered below 80 %',
  );
  expect(explained('cluster.nodesNotReady', {}, 'en')).toBe(
    'If the cluster has at least 1 node not ready for 2 min: warning; at least 3 nodes: critical',
  );
  expect(explained('pod.crashLoop', {}, 'en')).toBe(
    'As soon as a container starts and ends again and again (CrashLoopBackOff): critical',
  );
});

test.each(alarmItemKeys)(
  '%s has a phrase with its value and window, and a noun for the objects that it counts',
  (key) => {
    const { unit, standard } = alarmItems[key];
    for (const language of languages) {
      expect(alarmItems[key].phrase[language].includes('{{value}}')).toBe(unit !== 'condition');
      expect(alarmItems[key].phrase[language].includes('{{window}}')).toBe(standard.windowMin !== null);
      expect(explained(key, {}, language)).not.toMatch(/[{}]|null|NaN/);
    }
    expect(countLabels[key] !== undefined).toBe(unit === 'count');
  },
);

test('an event alarm is explained with its events and levels', () => {
  const any = { eventType: null, reason: null, objectKind: null, namespace: null, messageText: null };
  expect(explainEventAlarm({ ...any, warningCnt: 3, criticalCnt: null, windowMin: 10 }, 'ko')).toBe(
    '객체 하나에서 이벤트가 10분 안에 3회 이상이면 경고',
  );
  const rule = { eventType: 'Warning', reason: 'BackOff', objectKind: 'Pod', namespace: 'shop' };
  const narrow = { ...rule, messageText: 'pull', warningCnt: 1, criticalCnt: 5, windowMin: 60 };
  expect(explainEventAlarm(narrow, 'ko')).toBe(
    'shop 네임스페이스의 Pod 하나에서 Warning 이벤트(사유 BackOff, 메시지에 ‘pull’ 포함)가 1시간 안에 1회 이상이면 경고, 5회 이상이면 심각',
  );
  expect(explainEventAlarm(narrow, 'en')).toBe(
    'If one Pod in shop has Warning events (reason BackOff, message with ‘pull’) within 1 h at least 1 time: warning; at least 5 times: critical',
  );
});
