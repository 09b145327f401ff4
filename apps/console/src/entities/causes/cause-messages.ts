import { addMessages } from '#core/i18n/i18n.ts';
import { causeView as en } from './cause-messages.en.ts';
import { causeView as ko } from './cause-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly causeView: typeof ko;
  }
}

addMessages('causeView', { ko, en });
