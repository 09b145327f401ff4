import { defaultLanguage, type Language } from '../i18n/language.ts';
import { DASH, formatNonNegative, formatUpTo, type NumberValue } from './number.ts';

const countUnits = [
  { unit: '', shift: 0 },
  { unit: 'K', shift: -3 },
  { unit: 'M', shift: -6 },
  { unit: 'G', shift: -9 },
  { unit: 'T', shift: -12 },
] as const;
const DECIMALS = 2;
const FULL = '1,000';

/** The Korean count word depends on the counted kind. */
export type Counted = 'object' | 'alarm' | 'event' | 'person';

const countLabels: Record<Counted, Record<Language, string>> = {
  object: { ko: '개', en: '' },
  alarm: { ko: '건', en: '' },
  event: { ko: '건', en: '' },
  person: { ko: '명', en: '' },
};

/** 1500 → '1.5K', with at most two decimals. */
export function formatCount(count: NumberValue): string {
  return formatNonNegative('count', count, (value) => {
    for (const [index, { unit, shift }] of countUnits.entries()) {
      const isLast = index === countUnits.length - 1;
      if (value >= 10 ** (3 - shift) && !isLast) continue;
      const digits = formatUpTo(value, DECIMALS, shift);
      // 999,999 is '1M', never '1,000K'.
      if (digits !== FULL || isLast) return `${digits}${unit}`;
    }
    throw new RangeError(`${value} has no unit`);
  });
}

/** The full count with its count word: '18,204개', '12건'. English has no count word: '18,204'. */
export function formatCountOf(
  counted: Counted,
  count: NumberValue,
  language: Language = defaultLanguage,
): string {
  return formatNonNegative(
    'countOf',
    count,
    (value) => `${formatUpTo(value, 0)}${countLabels[counted][language]}`,
  );
}

/** 'value/total': '118/120'. An unknown part is a dash; when both are unknown, the result is one dash. */
export function formatValueOfTotal(value: NumberValue, total: NumberValue): string {
  const [valueText, totalText] = [value, total].map((part) =>
    formatNonNegative('valueOfTotal', part, (known) => formatUpTo(known, DECIMALS)),
  );
  return valueText === DASH && totalText === DASH ? DASH : `${valueText}/${totalText}`;
}
