import { addMessages } from '#core/i18n/i18n.ts';
import { containers as en } from './container-messages.en.ts';
import { containers as ko } from './container-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly containers: typeof ko;
  }
}

addMessages('containers', { ko, en });
