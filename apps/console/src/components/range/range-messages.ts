import { addMessages } from '#core/i18n/i18n.ts';
import { range as en } from './range-messages.en.ts';
import { range as ko } from './range-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly range: typeof ko;
  }
}

addMessages('range', { ko, en });
