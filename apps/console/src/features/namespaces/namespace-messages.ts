import { addMessages } from '#core/i18n/i18n.ts';
import { namespaces as en } from './namespace-messages.en.ts';
import { namespaces as ko } from './namespace-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly namespaces: typeof ko;
  }
}

addMessages('namespaces', { ko, en });
