import { addMessages } from '#core/i18n/i18n.ts';
import { forms as en } from './form-messages.en.ts';
import { forms as ko } from './form-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly forms: typeof ko;
  }
}

addMessages('forms', { ko, en });
