import { formatUpTo } from '../../formats/numbers.ts';
import { formatSpan } from '../../formats/time.ts';
import type { Language } from '../../i18n/language.ts';

export interface EventAlarmConditions {
  readonly eventType: string | null;
  readonly reason: string | null;
  readonly objectKind: string | null;
  readonly namespace: string | null;
  readonly messageText: string | null;
  readonly warningCnt: number | null;
  readonly criticalCnt: number | null;
  readonly windowMin: number | null;
}

/** One sentence: which events, how often, and the level of the alarm. */
export function explainEventAlarm(alarm: EventAlarmConditions, language: Language): string {
  const { namespace, objectKind, warningCnt, criticalCnt } = alarm;
  const type = alarm.eventType === null ? '' : `${alarm.eventType} `;
  const window = formatSpan((alarm.windowMin ?? 0) * 60, language);
  const isKorean = language === 'ko';
  const details = [
    alarm.reason !== null && `${isKorean ? '사유' : 'reason'} ${alarm.reason}`,
    alarm.messageText !== null &&
      (isKorean ? `메시지에 ‘${alarm.messageText}’ 포함` : `message with ‘${alarm.messageText}’`),
  ].filter((detail) => detail !== false);
  const inBrackets = details.length > 0 ? `(${details.join(', ')})` : '';
  if (isKorean) {
    const where = `${namespace === null ? '' : `${namespace} 네임스페이스의 `}${objectKind ?? '객체'} 하나에서`;
    const levels = [
      warningCnt !== null && `${formatUpTo(warningCnt, 0)}회 이상이면 경고`,
      criticalCnt !== null && `${formatUpTo(criticalCnt, 0)}회 이상이면 심각`,
    ].filter((level) => level !== false);
    return `${where} ${type}이벤트${inBrackets}가 ${window} 안에 ${levels.join(', ') || '-'}`;
  }
  const where = `one ${objectKind ?? 'object'}${namespace === null ? '' : ` in ${namespace}`}`;
  const levels = [
    warningCnt !== null && `at least ${times(warningCnt)}: warning`,
    criticalCnt !== null && `at least ${times(criticalCnt)}: critical`,
  ].filter((level) => level !== false);
  const what = `${type}events${inBrackets && ` ${inBrackets}`}`;
  return `If ${where} has ${what} within ${window} ${levels.join('; ') || '-'}`;
}

function times(cnt: number): string {
  return cnt === 1 ? '1 time' : `${formatUpTo(cnt, 0)} times`;
}
