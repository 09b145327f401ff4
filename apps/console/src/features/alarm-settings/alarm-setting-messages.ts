import { addMessages } from '#core/i18n/i18n.ts';
import { alarmSettings as en } from './alarm-setting-messages.en.ts';
import { alarmSettings as ko } from './alarm-setting-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly alarmSettings: typeof ko;
  }
}

addMessages('alarmSettings', { ko, en });
