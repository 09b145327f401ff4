import { addMessages } from '#core/i18n/i18n.ts';
import { signOn as en } from './sign-on-messages.en.ts';
import { signOn as ko } from './sign-on-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly signOn: typeof ko;
  }
}

addMessages('signOn', { ko, en });
