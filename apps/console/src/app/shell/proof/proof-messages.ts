import { addMessages } from '#core/i18n/i18n.ts';
import { proof as en } from './proof-messages.en.ts';
import { proof as ko } from './proof-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly proof: typeof ko;
  }
}

addMessages('proof', { ko, en });
