import { addMessages } from '#core/i18n/i18n.ts';
import { quotas as en } from './quota-messages.en.ts';
import { quotas as ko } from './quota-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly quotas: typeof ko;
  }
}

addMessages('quotas', { ko, en });
