import type { Language } from '@gwanje/domain/i18n/language';
import type { Translate } from './i18n.ts';

/** Translation function and language, for functions that make texts. */
export interface Texts {
  readonly t: Translate;
  readonly language: Language;
}
