import type { Language } from '@gwanje/domain/language';
import type { Translate } from '#core/i18n/i18n.ts';

/** What builders of texts need. */
export interface Words {
  readonly t: Translate;
  readonly language: Language;
}
