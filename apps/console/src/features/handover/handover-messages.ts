import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import '#entities/alarms/alarm-messages.ts';
import '#entities/audit/audit-action-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { handover as en } from './handover-messages.en.ts';
import { handover as ko } from './handover-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly handover: typeof ko;
  }
}

addMessages('handover', { ko, en });
