import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import '#entities/alarm-items/alarm-item-messages.ts';
import '#components/list/object-list-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { eventAlarms as en } from './event-alarm-messages.en.ts';
import { eventAlarms as ko } from './event-alarm-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly eventAlarms: typeof ko;
  }
}

addMessages('eventAlarms', { ko, en });
