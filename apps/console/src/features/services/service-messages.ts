import { addMessages } from '#core/i18n/i18n.ts';
import { services as en } from './service-messages.en.ts';
import { services as ko } from './service-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly services: typeof ko;
  }
}

addMessages('services', { ko, en });
