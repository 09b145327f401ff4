import type { Language } from '@gwanje/domain/language';
import type { Translate } from '#core/i18n/i18n.ts';

/** Translation function and language, for functions that build texts. */
export interface Words {
  readonly t: Translate;
  readonly language: Language;
}
