import { formatUpTo } from '../../formats/number.ts';
import { formatSpan } from '../../formats/span.ts';
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
  return language === 'ko' ? inKorean(alarm) : inEnglish(alarm);
}

function inKorean({
  namespace,
  objectKind,
  eventType,
  reason,
  messageText,
  ...counts
}: EventAlarmConditions) {
  const where = `${namespace === null ? '' : `${namespace} 네임스페이스의 `}${objectKind ?? '객체'} 하나에서`;
  const details = [
    reason === null ? null : `사유 ${reason}`,
    messageText === null ? null : `메시지에 ‘${messageText}’ 포함`,
  ].filter((part) => part !== null);
  const what = `${eventType === null ? '' : `${eventType} `}이벤트${details.length > 0 ? `(${details.join(', ')})` : ''}`;
  const levels = [
    counts.warningCnt === null ? null : `${formatUpTo(counts.warningCnt, 0)}회 이상이면 경고`,
    counts.criticalCnt === null ? null : `${formatUpTo(counts.criticalCnt, 0)}회 이상이면 심각`,
  ].filter((part) => part !== null);
  return `${where} ${what}가 ${formatSpan((counts.windowMin ?? 0) * 60, 'ko')} 안에 ${levels.join(', ') || '-'}`;
}

function inEnglish({
  namespace,
  objectKind,
  eventType,
  reason,
  messageText,
  ...counts
}: EventAlarmConditions) {
  const where = `${objectKind === null ? 'one object' : `one ${objectKind}`}${namespace === null ? '' : ` in ${namespace}`}`;
  const details = [
    reason === null ? null : `reason ${reason}`,
    messageText === null ? null : `message with ‘${messageText}’`,
  ].filter((part) => part !== null);
  const what = `${eventType === null ? '' : `${eventType} `}events${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  const levels = [
    counts.warningCnt === null ? null : `at least ${times(counts.warningCnt)}: warning`,
    counts.criticalCnt === null ? null : `at least ${times(counts.criticalCnt)}: critical`,
  ].filter((part) => part !== null);
  return `If ${where} has ${what} within ${formatSpan((counts.windowMin ?? 0) * 60, 'en')} ${levels.join('; ') || '-'}`;
}

function times(cnt: number): string {
  return cnt === 1 ? '1 time' : `${formatUpTo(cnt, 0)} times`;
}
