import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import '#entities/alarm-items/alarm-item-messages.ts';
import '#components/list/object-list-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { alarmTemplates as en } from './alarm-template-messages.en.ts';
import { alarmTemplates as ko } from './alarm-template-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly alarmTemplates: typeof ko;
  }
}

addMessages('alarmTemplates', { ko, en });
