import { addMessages } from '#core/i18n/i18n.ts';
import { logo as en } from './logo-messages.en.ts';
import { logo as ko } from './logo-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly logo: typeof ko;
  }
}

addMessages('logo', { ko, en });
