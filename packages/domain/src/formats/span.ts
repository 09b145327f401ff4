import type { Language } from '../i18n/language.ts';

const UNITS = [
  { seconds: 86_400, ko: '일', en: 'd' },
  { seconds: 3600, ko: '시간', en: 'h' },
  { seconds: 60, ko: '분', en: 'min' },
  { seconds: 1, ko: '초', en: 's' },
] as const;
const SECONDS_OF: ReadonlyMap<string, number> = new Map([
  ...UNITS.flatMap(({ seconds, ko, en }): [string, number][] => [
    [ko, seconds],
    [en, seconds],
  ]),
  ['m', 60],
]);
/** A number without a unit means minutes. */
const BARE_S = 60;

/** A time span in a setting: 5400 → '1시간 30분'. */
export function formatSpan(spanS: number, language: Language): string {
  const parts: string[] = [];
  let rest = spanS;
  for (const unit of UNITS) {
    const amount = Math.floor(rest / unit.seconds);
    rest -= amount * unit.seconds;
    if (amount > 0 || (unit.seconds === 1 && parts.length === 0))
      parts.push(`${amount}${language === 'ko' ? '' : ' '}${unit[language]}`);
  }
  return parts.join(' ');
}

/** Parses a time span in either language: '5분', '90초', '1h 30min', '5' (minutes). Undefined: it is none. */
export function parseSpan(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(plain)) return wholeSeconds(Number(plain) * BARE_S);
  if (!/^(\d+(\.\d+)?\s*[a-z가-힣]+\s*)+$/.test(plain)) return undefined;
  let sum = 0;
  for (const [, amount, unit = ''] of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z가-힣]+)/g)) {
    const seconds = SECONDS_OF.get(unit);
    if (seconds === undefined) return undefined;
    sum += Number(amount) * seconds;
  }
  return wholeSeconds(sum);
}

function wholeSeconds(spanS: number): number | undefined {
  return Number.isSafeInteger(spanS) ? spanS : undefined;
}
