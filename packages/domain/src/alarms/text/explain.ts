import type { AlarmItemKey, AlarmSetting } from '@gwanje/contract/alarms/alarm-items';
import { formatSpan } from '../../formats/time.ts';
import type { Language } from '../../i18n/language.ts';
import { fillMessage } from '../../i18n/messages.ts';
import type { AlarmItem } from '../item.ts';
import { alarmItems } from '../registry.ts';
import { formatItemValue } from './units.ts';

const LEVELS = {
  ko: { warning: '경고', critical: '심각' },
  en: { warning: 'warning', critical: 'critical' },
};

/** One sentence: when the alarm is raised, at which level, and when it recovers. */
export function explainSetting(key: AlarmItemKey, setting: AlarmSetting, language: Language): string {
  const item: AlarmItem = alarmItems[key];
  const raised =
    item.unit === 'condition' ? conditionText(key, setting, language) : measureText(key, setting, language);
  const recovery = recoveryText(key, setting, language);
  return recovery === null ? raised : `${raised} · ${recovery}`;
}

function conditionText(key: AlarmItemKey, setting: AlarmSetting, language: Language): string {
  const phrase = phraseOf(key, setting, '', language);
  const level = LEVELS[language][setting.critical === null ? 'warning' : 'critical'];
  if (language === 'en') {
    const held = setting.holdS === 0 ? 'as soon as' : 'if';
    return sentence(`${held} ${phrase}${heldFor(setting, language)}: ${level}`);
  }
  return setting.holdS === 0
    ? `${phrase} 상태이면 바로 ${level}`
    : `${phrase} 상태가 ${heldFor(setting, language)} 이어지면 ${level}`;
}

function measureText(key: AlarmItemKey, setting: AlarmSetting, language: Language): string {
  const { warning, critical } = setting;
  const first = warning ?? critical;
  if (first === null) return phraseOf(key, setting, '-', language);
  const phrase = phraseOf(key, setting, beyond(key, first, language), language);
  const levels = LEVELS[language];
  const level = levels[warning === null ? 'critical' : 'warning'];
  const worse = warning === null || critical === null ? null : beyond(key, critical, language);
  if (language === 'en') {
    const held = setting.holdS === 0 ? 'as soon as' : 'if';
    const then = worse === null ? '' : `; ${worse}: ${levels.critical}`;
    return sentence(`${held} ${phrase}${heldFor(setting, language)}: ${level}${then}`);
  }
  const held =
    setting.holdS === 0
      ? `${phrase}이면 바로 ${level}`
      : `${phrase}인 상태가 ${heldFor(setting, language)} 이어지면 ${level}`;
  return worse === null ? held : `${held}, ${worse}이면 ${levels.critical}`;
}

function recoveryText(key: AlarmItemKey, setting: AlarmSetting, language: Language): string | null {
  const first = setting.warning ?? setting.critical;
  if (alarmItems[key].unit === 'condition' || first === null || setting.recoveryMargin === 0) return null;
  const isAbove = alarmItems[key].worse === 'above';
  const point = isAbove ? first - setting.recoveryMargin : first + setting.recoveryMargin;
  if (point < 0) return null;
  const value = formatItemValue(key, point, language);
  if (language === 'en') return `recovered ${isAbove ? 'below' : 'above'} ${value}`;
  return isAbove ? `${value} 미만이면 복구` : `${value}을 넘으면 복구`;
}

function beyond(key: AlarmItemKey, threshold: number, language: Language): string {
  const isAbove = alarmItems[key].worse === 'above';
  const value = formatItemValue(key, threshold, language);
  if (language === 'en') return `${isAbove ? 'at least' : 'at most'} ${value}`;
  return `${value} ${isAbove ? '이상' : '이하'}`;
}

function heldFor({ holdS }: AlarmSetting, language: Language): string {
  if (language === 'ko') return formatSpan(holdS, language);
  return holdS === 0 ? '' : ` for ${formatSpan(holdS, language)}`;
}

function phraseOf(key: AlarmItemKey, setting: AlarmSetting, value: string, language: Language): string {
  const window = formatSpan((setting.windowMin ?? 0) * 60, language);
  return fillMessage(alarmItems[key].phrase[language], { window, value });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
