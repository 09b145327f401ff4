import { defaultLanguage, type Language } from '../i18n/language.ts';
import { formatOr } from './errors.ts';
import { DASH } from './numbers.ts';

export const ELLIPSIS = '...';
export const GROUP_TITLE_LENGTH = 10;
/** A longer text, such as the message of an event, is cut in a table. Its title has the full text. */
export const CELL_TEXT_LENGTH = 200;

const noFieldValue: Record<Language, string> = { ko: '(필드 값 없음)', en: '(No value)' };

export interface TextOptions {
  /** Shows a sentence instead of a dash when the field has no value. */
  readonly human?: boolean;
  readonly language?: Language;
  /** Longer text is cut to this many characters and gets '...'. */
  readonly maxLength?: number;
}

/** The unchanged text; '-' (or a sentence, in human mode) for null, empty and blank. */
export function formatText(
  value: string | number | boolean | null | undefined,
  options: TextOptions = {},
): string {
  const none = options.human === true ? noFieldValue[options.language ?? defaultLanguage] : DASH;
  if (value === null || value === undefined) return none;
  if (typeof value === 'number' && !Number.isFinite(value)) return DASH;
  return formatOr('text', value, DASH, () => {
    if (typeof value === 'object') throw new TypeError('an object is not a text');
    const text = String(value);
    if (text.trim() === '') return none;
    return options.maxLength === undefined ? text : cutText(text, options.maxLength);
  });
}

/** Keeps the first `maxLength` visible characters, so that no emoji or syllable is split, and adds '...'. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let kept = 0;
  for (const { index } of graphemes.segment(text)) {
    if (kept >= maxLength) return text.slice(0, index) + ELLIPSIS;
    kept += 1;
  }
  return text;
}

export function shortGroupTitle(title: string): string {
  return cutText(title, GROUP_TITLE_LENGTH);
}

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' });
