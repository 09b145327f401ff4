import { addMessages } from '#core/i18n/i18n.ts';
import { autoscalers as en } from './autoscaler-messages.en.ts';
import { autoscalers as ko } from './autoscaler-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly autoscalers: typeof ko;
  }
}

addMessages('autoscalers', { ko, en });
