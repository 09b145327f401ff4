import { addMessages } from '#core/i18n/i18n.ts';
import { installation as en } from './installation-messages.en.ts';
import { installation as ko } from './installation-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly installation: typeof ko;
  }
}

addMessages('installation', { ko, en });
