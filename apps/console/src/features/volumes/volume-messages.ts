import { addMessages } from '#core/i18n/i18n.ts';
import { volumes as en } from './volume-messages.en.ts';
import { volumes as ko } from './volume-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly volumes: typeof ko;
  }
}

addMessages('volumes', { ko, en });
