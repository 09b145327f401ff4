import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import { formatUpTo } from '../../formats/numbers.ts';
import type { Language } from '../../i18n/language.ts';
import { alarmItems } from '../registry.ts';

/** The objects that a counting item counts. */
export const countLabels: Readonly<Partial<Record<AlarmItemKey, Readonly<Record<Language, string>>>>> = {
  'cluster.nodesNotReady': { ko: '개', en: 'nodes' },
  'cluster.podsPending': { ko: '개', en: 'pods' },
  'cluster.pvUnbound': { ko: '개', en: 'PVs' },
  'pod.restarts': { ko: '회', en: 'times' },
};

export interface ItemUnit {
  readonly label: string;
  /** Factor from this unit to the setting's unit. */
  readonly factor: number;
}

const BYTES_PER_MB = 1024 ** 2;
const BYTES_PER_GB = 1024 ** 3;

/** The unit of an item in forms. */
export function unitOfItem(key: AlarmItemKey, language: Language): ItemUnit {
  const isKorean = language === 'ko';
  switch (alarmItems[key].unit) {
    case 'percent':
      return { label: '%', factor: 1 };
    case 'minutes':
      return { label: isKorean ? '분' : 'min', factor: 1 };
    case 'days':
      return { label: isKorean ? '일' : 'days', factor: 1 };
    case 'bytes':
      return { label: 'GB', factor: BYTES_PER_GB };
    case 'bytesPerSecond':
      return { label: 'MBps', factor: BYTES_PER_MB };
    case 'perSecond':
      return { label: isKorean ? '건/초' : 'errors/s', factor: 1 };
    case 'count':
      return { label: countLabels[key]?.[language] ?? '', factor: 1 };
    case 'condition':
      return { label: '', factor: 1 };
  }
}

export function formatItemValue(key: AlarmItemKey, value: number, language: Language): string {
  const { label, factor } = unitOfItem(key, language);
  const number = formatUpTo(value / factor, 2);
  if (label === '') return number;
  if (/^[가-힣]/.test(label)) return `${number}${label}`;
  return `${number} ${number === '1' ? (FOR_ONE[label] ?? label) : label}`;
}

const FOR_ONE: Readonly<Record<string, string>> = {
  days: 'day',
  nodes: 'node',
  pods: 'pod',
  PVs: 'PV',
  times: 'time',
  'errors/s': 'error/s',
};
