import { addMessages } from '#core/i18n/i18n.ts';
import { monSettings as en } from './mon-setting-messages.en.ts';
import { monSettings as ko } from './mon-setting-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly monSettings: typeof ko;
  }
}

addMessages('monSettings', { ko, en });
