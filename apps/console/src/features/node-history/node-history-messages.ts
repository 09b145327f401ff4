import { addMessages } from '#core/i18n/i18n.ts';
import { nodeHistory as en } from './node-history-messages.en.ts';
import { nodeHistory as ko } from './node-history-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly nodeHistory: typeof ko;
  }
}

addMessages('nodeHistory', { ko, en });
