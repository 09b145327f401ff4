import { addMessages } from '#core/i18n/i18n.ts';
import { notifications as en } from './notification-messages.en.ts';
import { notifications as ko } from './notification-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly notifications: typeof ko;
  }
}

addMessages('notifications', { ko, en });
