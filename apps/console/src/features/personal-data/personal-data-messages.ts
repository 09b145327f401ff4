import { addMessages } from '#core/i18n/i18n.ts';
import { personalData as en } from './personal-data-messages.en.ts';
import { personalData as ko } from './personal-data-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly personalData: typeof ko;
  }
}

addMessages('personalData', { ko, en });
