import { addMessages } from '#core/i18n/i18n.ts';
import { alarmItems as en } from './alarm-item-messages.en.ts';
import { alarmItems as ko } from './alarm-item-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly alarmItems: typeof ko;
  }
}

addMessages('alarmItems', { ko, en });
