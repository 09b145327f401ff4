import { addMessages } from '#core/i18n/i18n.ts';
import { pods as en } from './pod-messages.en.ts';
import { pods as ko } from './pod-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly pods: typeof ko;
  }
}

addMessages('pods', { ko, en });
