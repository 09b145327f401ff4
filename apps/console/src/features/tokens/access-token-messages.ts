import { addMessages } from '#core/i18n/i18n.ts';
import { accessTokens as en } from './access-token-messages.en.ts';
import { accessTokens as ko } from './access-token-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly accessTokens: typeof ko;
  }
}

addMessages('accessTokens', { ko, en });
