import { addMessages } from '#core/i18n/i18n.ts';
import { monLists as en } from './mon-list-messages.en.ts';
import { monLists as ko } from './mon-list-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly monLists: typeof ko;
  }
}

addMessages('monLists', { ko, en });
