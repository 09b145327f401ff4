import '#components/list/object-list-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { alarms as en } from './alarm-messages.en.ts';
import { alarms as ko } from './alarm-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly alarms: typeof ko;
  }
}

addMessages('alarms', { ko, en });
