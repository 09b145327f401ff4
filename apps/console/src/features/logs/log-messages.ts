import { addMessages } from '#core/i18n/i18n.ts';
import { logs as en } from './log-messages.en.ts';
import { logs as ko } from './log-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly logs: typeof ko;
  }
}

addMessages('logs', { ko, en });
