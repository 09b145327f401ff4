import { addMessages } from '#core/i18n/i18n.ts';
import { lists as en } from './table-messages.en.ts';
import { lists as ko } from './table-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly lists: typeof ko;
  }
}

addMessages('lists', { ko, en });
